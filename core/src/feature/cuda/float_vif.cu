#include "feature/vif/float_vif_kernels.h"
