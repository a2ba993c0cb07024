feature = float_ssim
test    = test_hip_float_ssim
adr     = 0001
