model = vmaf_v0.6.1
test  = test_hip_model
