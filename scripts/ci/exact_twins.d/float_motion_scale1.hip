feature = float_motion
options = motion_add_scale1=true
test    = test_hip_motion
