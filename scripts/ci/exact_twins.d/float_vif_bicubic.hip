feature = float_vif
options = debug=true:vif_prescale=0.7:vif_prescale_method=bicubic
test    = test_hip_float_vif
