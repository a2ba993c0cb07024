feature = adm
test    = test_hip_adm
