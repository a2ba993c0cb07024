feature = adm
options = debug=true
test    = test_hip_adm
