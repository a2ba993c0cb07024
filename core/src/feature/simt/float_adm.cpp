#include "feature/float_adm/float_adm_kernels.h"
