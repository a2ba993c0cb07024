feature = float_adm
options = adm_csf_mode=1:adm_csf_scale=1.7:adm_csf_diag_scale=0.6
test    = test_hip_float_adm
adr     = 0004
