#include "kernels/ssimulacra2_kernels.h"
