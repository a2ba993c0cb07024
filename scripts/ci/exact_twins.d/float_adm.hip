feature = float_adm
test    = test_hip_float_adm
adr     = 0004
