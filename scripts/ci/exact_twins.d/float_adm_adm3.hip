feature = float_adm
options = adm_dlm_weight=0.3:adm_min_val=0.7
test    = test_hip_float_adm
adr     = 0004
