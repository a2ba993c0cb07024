#include "feature/motion/motion_kernels.h"
