feature = float_ansnr
test    = test_hip_float_ansnr
