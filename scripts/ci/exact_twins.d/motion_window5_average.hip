feature = motion
options = motion_five_frame_window=true:motion_moving_average=true:motion_max_val=18
test    = test_hip_motion
