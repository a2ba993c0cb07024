#include "feature/motion/float_motion_kernels.h"
