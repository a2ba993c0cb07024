#include "feature/fold_kernels.h"
