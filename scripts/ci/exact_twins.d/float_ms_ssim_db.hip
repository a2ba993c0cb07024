feature = float_ms_ssim
options = enable_db=true
test    = test_hip_float_ms_ssim
adr     = 0001
