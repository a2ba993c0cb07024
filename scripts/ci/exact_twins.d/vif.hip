feature = vif
test    = test_hip_vif
