feature = float_motion
options = motion_filter_size=1
test    = test_hip_motion
