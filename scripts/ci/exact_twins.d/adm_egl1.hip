feature = adm
options = adm_enhn_gain_limit=1
test    = test_hip_adm
