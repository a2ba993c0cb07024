model = vmaf_b_v0.6.3
test  = test_hip_model
