feature = float_ssim
options = scale=3
test    = test_hip_float_ssim
adr     = 0001
