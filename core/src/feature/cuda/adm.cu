#include "feature/adm/adm_kernels.h"
