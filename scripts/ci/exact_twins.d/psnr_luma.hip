feature = psnr
options = enable_chroma=false
test    = test_hip_psnr
