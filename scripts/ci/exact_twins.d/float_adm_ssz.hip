feature = float_adm
options = adm_skip_scale0=true:debug=true
test    = test_hip_float_adm
adr     = 0004
