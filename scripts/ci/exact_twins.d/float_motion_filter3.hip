feature = float_motion
options = motion_filter_size=3:debug=false
test    = test_hip_motion
