feature = float_ms_ssim
options = enable_db=true
test    = test_hip_ssim_noise
adr     = 0001
