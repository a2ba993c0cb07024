feature = float_adm
options = adm_enhn_gain_limit=1
test    = test_hip_float_adm
adr     = 0004
