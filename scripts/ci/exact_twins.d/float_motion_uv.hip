feature = float_motion
options = motion_add_uv=true
test    = test_hip_motion
