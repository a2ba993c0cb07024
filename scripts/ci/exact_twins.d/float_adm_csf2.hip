feature = float_adm
options = adm_csf_mode=2
test    = test_hip_float_adm
adr     = 0004
