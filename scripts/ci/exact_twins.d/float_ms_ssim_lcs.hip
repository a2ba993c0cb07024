feature = float_ms_ssim
options = enable_lcs=true
test    = test_hip_ssim_noise
adr     = 0001
