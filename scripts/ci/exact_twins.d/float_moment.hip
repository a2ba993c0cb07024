feature = float_moment
test    = test_hip_psnr
