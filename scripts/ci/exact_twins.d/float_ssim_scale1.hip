feature = float_ssim
options = scale=1
test    = test_hip_ssim_noise
adr     = 0001
