feature = float_psnr
test    = test_hip_psnr
