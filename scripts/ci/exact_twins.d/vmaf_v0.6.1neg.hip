model = vmaf_v0.6.1neg
test  = test_hip_model
