feature = motion
options = debug=true
test    = test_hip_motion
