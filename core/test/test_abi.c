/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The binary interface of soname 3 on LP64: sizes, offsets and enum values that clients were
 * compiled against. A mismatch stops the build.
 */
#include <stddef.h>

#include "libvmaf/libvmaf.h"
#include "libvmaf/libvmaf_cuda.h"

#define SIZE(type, n) _Static_assert(sizeof(type) == (n), "size of " #type)
#define OFFSET(type, field, n) _Static_assert(offsetof(type, field) == (n), #type "." #field)
#define VALUE(name, n) _Static_assert((int)(name) == (n), "value of " #name)
#define FUNCTION(name, ...) \
    _Static_assert(_Generic(&(name), __VA_ARGS__ : 1, default : 0), "signature of " #name)

SIZE(void *, 8);
SIZE(enum VmafLogLevel, 4);

SIZE(VmafConfiguration, 32);
OFFSET(VmafConfiguration, log_level, 0);
OFFSET(VmafConfiguration, n_threads, 4);
OFFSET(VmafConfiguration, n_subsample, 8);
OFFSET(VmafConfiguration, cpumask, 16);
OFFSET(VmafConfiguration, gpumask, 24);

SIZE(VmafPicture, 96);
OFFSET(VmafPicture, pix_fmt, 0);
OFFSET(VmafPicture, bpc, 4);
OFFSET(VmafPicture, w, 8);
OFFSET(VmafPicture, h, 20);
OFFSET(VmafPicture, stride, 32);
OFFSET(VmafPicture, data, 56);
OFFSET(VmafPicture, ref, 80);
OFFSET(VmafPicture, priv, 88);

SIZE(VmafPictureConfiguration, 20);
OFFSET(VmafPictureConfiguration, pic_params.w, 0);
OFFSET(VmafPictureConfiguration, pic_params.h, 4);
OFFSET(VmafPictureConfiguration, pic_params.bpc, 8);
OFFSET(VmafPictureConfiguration, pic_params.pix_fmt, 12);
OFFSET(VmafPictureConfiguration, pic_cnt, 16);

SIZE(VmafModelConfig, 16);
OFFSET(VmafModelConfig, name, 0);
OFFSET(VmafModelConfig, flags, 8);

SIZE(VmafModelCollectionScore, 40);
OFFSET(VmafModelCollectionScore, type, 0);
OFFSET(VmafModelCollectionScore, bootstrap.bagging_score, 8);
OFFSET(VmafModelCollectionScore, bootstrap.stddev, 16);
OFFSET(VmafModelCollectionScore, bootstrap.ci.p95.lo, 24);
OFFSET(VmafModelCollectionScore, bootstrap.ci.p95.hi, 32);

SIZE(VmafCudaConfiguration, 8);
OFFSET(VmafCudaConfiguration, cu_ctx, 0);

SIZE(VmafCudaPictureConfiguration, 20);
OFFSET(VmafCudaPictureConfiguration, pic_params.w, 0);
OFFSET(VmafCudaPictureConfiguration, pic_params.h, 4);
OFFSET(VmafCudaPictureConfiguration, pic_params.bpc, 8);
OFFSET(VmafCudaPictureConfiguration, pic_params.pix_fmt, 12);
OFFSET(VmafCudaPictureConfiguration, pic_prealloc_method, 16);

VALUE(VMAF_MODEL_FLAGS_DEFAULT, 0);
VALUE(VMAF_MODEL_FLAG_DISABLE_CLIP, 1);
VALUE(VMAF_MODEL_FLAG_ENABLE_TRANSFORM, 2);
VALUE(VMAF_MODEL_FLAG_DISABLE_TRANSFORM, 4);
VALUE(VMAF_MODEL_COLLECTION_SCORE_UNKNOWN, 0);
VALUE(VMAF_MODEL_COLLECTION_SCORE_BOOTSTRAP, 1);

VALUE(VMAF_LOG_LEVEL_NONE, 0);
VALUE(VMAF_LOG_LEVEL_ERROR, 1);
VALUE(VMAF_LOG_LEVEL_WARNING, 2);
VALUE(VMAF_LOG_LEVEL_INFO, 3);
VALUE(VMAF_LOG_LEVEL_DEBUG, 4);

VALUE(VMAF_OUTPUT_FORMAT_NONE, 0);
VALUE(VMAF_OUTPUT_FORMAT_XML, 1);
VALUE(VMAF_OUTPUT_FORMAT_JSON, 2);
VALUE(VMAF_OUTPUT_FORMAT_CSV, 3);
VALUE(VMAF_OUTPUT_FORMAT_SUB, 4);

VALUE(VMAF_POOL_METHOD_UNKNOWN, 0);
VALUE(VMAF_POOL_METHOD_MIN, 1);
VALUE(VMAF_POOL_METHOD_MAX, 2);
VALUE(VMAF_POOL_METHOD_MEAN, 3);
VALUE(VMAF_POOL_METHOD_HARMONIC_MEAN, 4);
VALUE(VMAF_POOL_METHOD_NB, 5);

VALUE(VMAF_PIX_FMT_UNKNOWN, 0);
VALUE(VMAF_PIX_FMT_YUV420P, 1);
VALUE(VMAF_PIX_FMT_YUV422P, 2);
VALUE(VMAF_PIX_FMT_YUV444P, 3);
VALUE(VMAF_PIX_FMT_YUV400P, 4);

VALUE(VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_NONE, 0);
VALUE(VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_DEVICE, 1);
VALUE(VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_HOST, 2);
VALUE(VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_HOST_PINNED, 3);

VALUE(VMAF_API_VERSION_MAJOR, 3);

FUNCTION(vmaf_version, const char *(*)(void));
FUNCTION(vmaf_init, int (*)(VmafContext **, VmafConfiguration));
FUNCTION(vmaf_use_feature, int (*)(VmafContext *, const char *, VmafFeatureDictionary *));
FUNCTION(vmaf_import_feature_score, int (*)(VmafContext *, const char *, double, unsigned));
FUNCTION(vmaf_read_pictures, int (*)(VmafContext *, VmafPicture *, VmafPicture *, unsigned));
FUNCTION(vmaf_feature_score_at_index, int (*)(VmafContext *, const char *, double *, unsigned));
FUNCTION(vmaf_feature_score_pooled, int (*)(VmafContext *, const char *, enum VmafPoolingMethod,
                                            double *, unsigned, unsigned));
FUNCTION(vmaf_preallocate_pictures, int (*)(VmafContext *, VmafPictureConfiguration));
FUNCTION(vmaf_fetch_preallocated_picture, int (*)(VmafContext *, VmafPicture *));
FUNCTION(vmaf_close, int (*)(VmafContext *));
FUNCTION(vmaf_write_output, int (*)(VmafContext *, const char *, enum VmafOutputFormat));
FUNCTION(vmaf_write_output_with_format,
         int (*)(VmafContext *, const char *, enum VmafOutputFormat, const char *));
FUNCTION(vmaf_feature_dictionary_set,
         int (*)(VmafFeatureDictionary **, const char *, const char *));
FUNCTION(vmaf_feature_dictionary_free, int (*)(VmafFeatureDictionary **));
FUNCTION(vmaf_picture_alloc,
         int (*)(VmafPicture *, enum VmafPixelFormat, unsigned, unsigned, unsigned));
FUNCTION(vmaf_picture_unref, int (*)(VmafPicture *));

FUNCTION(vmaf_use_features_from_model, int (*)(VmafContext *, VmafModel *));
FUNCTION(vmaf_use_features_from_model_collection, int (*)(VmafContext *, VmafModelCollection *));
FUNCTION(vmaf_score_at_index, int (*)(VmafContext *, VmafModel *, double *, unsigned));
FUNCTION(vmaf_score_at_index_model_collection,
         int (*)(VmafContext *, VmafModelCollection *, VmafModelCollectionScore *, unsigned));
FUNCTION(vmaf_score_pooled,
         int (*)(VmafContext *, VmafModel *, enum VmafPoolingMethod, double *, unsigned, unsigned));
FUNCTION(vmaf_score_pooled_model_collection,
         int (*)(VmafContext *, VmafModelCollection *, enum VmafPoolingMethod,
                 VmafModelCollectionScore *, unsigned, unsigned));
FUNCTION(vmaf_model_load, int (*)(VmafModel **, VmafModelConfig *, const char *));
FUNCTION(vmaf_model_load_from_path, int (*)(VmafModel **, VmafModelConfig *, const char *));
FUNCTION(vmaf_model_feature_overload, int (*)(VmafModel *, const char *, VmafFeatureDictionary *));
FUNCTION(vmaf_model_destroy, void (*)(VmafModel *));
FUNCTION(vmaf_model_collection_load,
         int (*)(VmafModel **, VmafModelCollection **, VmafModelConfig *, const char *));
FUNCTION(vmaf_model_collection_load_from_path,
         int (*)(VmafModel **, VmafModelCollection **, VmafModelConfig *, const char *));
FUNCTION(vmaf_model_collection_feature_overload,
         int (*)(VmafModel *, VmafModelCollection **, const char *, VmafFeatureDictionary *));
FUNCTION(vmaf_model_collection_destroy, void (*)(VmafModelCollection *));
FUNCTION(vmaf_model_version_next, const void *(*)(const void *, const char **));

/* Only the types: a build without CUDA has no such functions, and the operand is not evaluated. */
FUNCTION(vmaf_cuda_state_init, int (*)(VmafCudaState **, VmafCudaConfiguration));
FUNCTION(vmaf_cuda_import_state, int (*)(VmafContext *, VmafCudaState *));
FUNCTION(vmaf_cuda_preallocate_pictures, int (*)(VmafContext *, VmafCudaPictureConfiguration));
FUNCTION(vmaf_cuda_fetch_preallocated_picture, int (*)(VmafContext *, VmafPicture *));

int main(void)
{
    return 0;
}
