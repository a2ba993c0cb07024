#include "feature/vif/vif_kernels.h"
