#include "kernels/ssim_kernels.h"
