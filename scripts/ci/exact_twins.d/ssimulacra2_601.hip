feature = ssimulacra2
options = yuv_matrix=1
test    = test_hip_ssimulacra2
adr     = 0005
