feature = vif
options = debug=true:vif_enhn_gain_limit=1.2
test    = test_hip_vif
