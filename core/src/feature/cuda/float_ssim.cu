#include "feature/float_ssim/float_ssim_kernels.h"
