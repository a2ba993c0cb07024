#include "feature/float_ssim/float_ms_ssim_kernels.h"
