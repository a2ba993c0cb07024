feature = adm
options = debug=true:adm_csf_mode=1:adm_csf_scale=0.01:adm_csf_diag_scale=0.02
test    = test_hip_adm
