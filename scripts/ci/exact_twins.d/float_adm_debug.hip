feature = float_adm
options = debug=true
test    = test_hip_float_adm
adr     = 0004
