feature = ssim
options = enable_db=true
test    = test_hip_ssim
adr     = 0001
