feature = adm
options = adm_ref_display_height=2160
test    = test_hip_adm
