#include "kernels/float_ssim_kernels.h"
