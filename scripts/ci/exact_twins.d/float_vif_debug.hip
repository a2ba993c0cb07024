feature = float_vif
options = debug=true
test    = test_hip_float_vif
