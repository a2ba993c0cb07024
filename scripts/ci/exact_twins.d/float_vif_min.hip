feature = float_vif
options = vif_scale1_min_val=0.9:vif_scale2_min_val=1:vif_scale3_min_val=0.4
test    = test_hip_float_vif
