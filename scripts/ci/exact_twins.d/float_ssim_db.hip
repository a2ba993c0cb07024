feature = float_ssim
options = enable_db=true
test    = test_hip_float_ssim
adr     = 0001
