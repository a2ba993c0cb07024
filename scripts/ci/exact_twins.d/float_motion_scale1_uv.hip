feature = float_motion
options = motion_add_scale1=true:motion_add_uv=true:motion_filter_size=3
test    = test_hip_motion
