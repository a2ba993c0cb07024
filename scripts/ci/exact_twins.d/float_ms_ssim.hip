feature = float_ms_ssim
test    = test_hip_ssim_noise
adr     = 0001
