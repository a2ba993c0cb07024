feature = motion
options = motion_force_zero=true
test    = test_hip_motion
