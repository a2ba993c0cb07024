feature = float_adm
options = adm_adm3_apply_hm=true
test    = test_hip_float_adm
adr     = 0004
