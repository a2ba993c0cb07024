#include "feature/float_ansnr/float_ansnr_kernels.h"
