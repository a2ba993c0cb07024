#include "kernels/float_adm_kernels.h"
