feature = float_vif
options = debug=true:vif_sigma_nsq=0.5
test    = test_hip_float_vif
