feature = vif
options = vif_enhn_gain_limit=1
test    = test_hip_vif
