feature = motion
options = motion_five_frame_window=true
test    = test_hip_motion
