feature = ssimulacra2
options = yuv_matrix=3
test    = test_hip_ssimulacra2
adr     = 0005
