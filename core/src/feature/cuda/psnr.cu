#include "feature/psnr/psnr_kernels.h"
