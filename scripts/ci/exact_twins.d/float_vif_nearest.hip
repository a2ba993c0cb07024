feature = float_vif
options = debug=true:vif_prescale=1.5
test    = test_hip_float_vif
