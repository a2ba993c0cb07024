#include "feature/float_adm/float_adm_power_kernels.h"
