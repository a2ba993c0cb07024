feature = adm
options = adm_csf_mode=2:adm_enhn_gain_limit=1:adm_noise_weight=0.02:adm_min_val=0.5:adm_dlm_weight=0.7
test    = test_hip_adm
