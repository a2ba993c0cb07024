feature = ssimulacra2
options = yuv_matrix=2
test    = test_hip_ssimulacra2
adr     = 0005
