feature = adm
options = adm_csf_mode=3:adm_ref_display_height=2160:adm_norm_view_dist=5
test    = test_hip_adm
