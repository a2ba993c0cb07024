feature = adm
options = adm_skip_aim=true
test    = test_hip_adm
