feature = psnr
test    = test_hip_psnr
