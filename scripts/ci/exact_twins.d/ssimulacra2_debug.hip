feature = ssimulacra2
options = debug=true
test    = test_hip_ssimulacra2
adr     = 0005
