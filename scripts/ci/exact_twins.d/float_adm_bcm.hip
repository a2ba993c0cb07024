feature = float_adm
options = adm_bypass_cm=1
test    = test_hip_float_adm
adr     = 0004
