feature = motion
test    = test_hip_motion
