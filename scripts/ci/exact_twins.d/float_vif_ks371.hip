feature = float_vif
options = debug=true:vif_kernelscale=3.71134
test    = test_hip_float_vif
