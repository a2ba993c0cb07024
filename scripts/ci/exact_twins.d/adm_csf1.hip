feature = adm
options = debug=true:adm_csf_mode=1
test    = test_hip_adm
