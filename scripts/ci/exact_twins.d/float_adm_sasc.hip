feature = float_adm
options = adm_skip_aim_scale=2
test    = test_hip_float_adm
adr     = 0004
