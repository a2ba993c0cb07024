#include "feature/ssim/ssim_kernels.h"
