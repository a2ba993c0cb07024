feature = vif
options = debug=true
test    = test_hip_vif
