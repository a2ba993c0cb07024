feature = float_vif
options = debug=true:vif_prescale=2:vif_prescale_method=bilinear
test    = test_hip_float_vif
