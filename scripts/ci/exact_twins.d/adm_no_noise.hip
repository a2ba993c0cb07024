feature = adm
options = adm_noise_weight=0
test    = test_hip_adm
