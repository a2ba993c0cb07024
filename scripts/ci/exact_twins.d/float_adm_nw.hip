feature = float_adm
options = adm_noise_weight=0:debug=true
test    = test_hip_float_adm
adr     = 0004
