#include "kernels/adm_kernels.h"
