/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SVM_H
#define VMAF_SVM_H

#include <stddef.h>

/** A nu-SVR with an RBF kernel. */
typedef struct VmafSvm {
    unsigned n_vectors, n_features;
    double gamma, rho;
    const double *vector; /**< [n_vectors][1 + n_features]: coefficient, then a value a feature */
    double *owned;        /**< the same if it is to be freed, else NULL */
} VmafSvm;

/**
 * The value of the regression: sum over the vectors of coefficient * exp(-gamma * |x - vector|^2),
 * minus rho; all sums in order, in double.
 *
 * @param x [n_features]
 */
double vmaf_svm_predict(const VmafSvm *svm, const double *x);

/**
 * Read libsvm's text form.
 *
 * @param where      of the text, for messages
 * @param n_features indexes above it are refused; values that a row leaves out are 0
 * @param svm        freed with vmaf_svm_free() on success
 * @return 0; -EINVAL, logged with the line; -ENOMEM
 */
int vmaf_svm_parse(VmafSvm *svm, const char *text, unsigned n_features, const char *where);

void vmaf_svm_free(VmafSvm *svm);

#endif /* VMAF_SVM_H */
