feature = ssimulacra2
test    = test_hip_ssimulacra2
adr     = 0005
