feature = float_adm
options = adm_p_norm=20:debug=true
test    = test_hip_float_adm
adr     = 0004
