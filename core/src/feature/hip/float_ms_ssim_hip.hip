#include "kernels/float_ms_ssim_kernels.h"
