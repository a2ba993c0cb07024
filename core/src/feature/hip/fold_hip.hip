#include "kernels/fold_kernels.h"
