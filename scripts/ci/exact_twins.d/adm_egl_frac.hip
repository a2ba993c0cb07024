feature = adm
options = debug=true:adm_enhn_gain_limit=1.2:adm_norm_view_dist=5
test    = test_hip_adm
