#include "feature/ssimulacra2/ssimulacra2_kernels.h"
