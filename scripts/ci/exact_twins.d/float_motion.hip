feature = float_motion
test    = test_hip_motion
