feature = float_adm
options = adm_norm_view_dist=5:adm_ref_display_height=2160
test    = test_hip_float_adm
adr     = 0004
