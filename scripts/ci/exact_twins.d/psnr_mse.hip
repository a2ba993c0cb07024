feature = psnr
options = enable_mse=true:reduced_hbd_peak=true:min_sse=0.5
test    = test_hip_psnr
