feature = ssim
test    = test_hip_ssim
adr     = 0001
