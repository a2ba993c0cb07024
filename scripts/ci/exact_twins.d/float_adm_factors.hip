feature = float_adm
options = adm_f1s0=0:adm_f2s0=10:adm_f1s1=0.021:adm_f2s1=0.014:adm_f1s2=0.031:adm_f2s2=0.024:adm_f1s3=0.041:adm_f2s3=0.034
test    = test_hip_float_adm
adr     = 0004
