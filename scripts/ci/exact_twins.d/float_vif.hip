feature = float_vif
test    = test_hip_float_vif
