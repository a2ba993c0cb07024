feature = float_vif
options = debug=true:vif_skip_scale0=true
test    = test_hip_float_vif
