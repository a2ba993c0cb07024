feature = float_vif
options = debug=true:vif_kernelscale=0.5
test    = test_hip_float_vif
