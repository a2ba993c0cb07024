#include "feature/row_sum_kernels.h"
