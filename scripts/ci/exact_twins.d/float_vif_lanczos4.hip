feature = float_vif
options = debug=true:vif_prescale=1.4:vif_prescale_method=lanczos4:vif_kernelscale=1.5
test    = test_hip_float_vif
