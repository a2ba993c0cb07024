feature = adm
options = debug=true:adm_skip_scale0=true
test    = test_hip_adm
