feature = motion
options = motion_blend_factor=0.5:motion_blend_offset=20:motion_fps_weight=0.7:motion_max_val=25:motion_moving_average=true
test    = test_hip_motion
