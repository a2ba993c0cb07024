feature = float_ms_ssim
test    = test_hip_float_ms_ssim
adr     = 0001
