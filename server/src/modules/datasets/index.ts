export { linkDatasets } from '#modules/datasets/definitions/link-datasets.ts'
export { putDataset } from '#modules/datasets/definitions/put-dataset.ts'
export { findDataset } from '#modules/datasets/definitions/queries.ts'
export { recordImport } from '#modules/datasets/definitions/record-import.ts'
export { DatasetId, type Value } from '#modules/datasets/definitions/schemas.ts'
export {
  DimensionsChanged,
  emitLoaded,
  type Loaded,
  loadValues,
  previewValues,
} from '#modules/datasets/loading/load-values.ts'
export { readValueFile } from '#modules/datasets/loading/read-value-file.ts'
export { countStaged, openStaging, resolveDuplicates, stageLines } from '#modules/datasets/loading/staged-values.ts'
export { findValueNames, pathWithAncestors, type ValueNames } from '#modules/datasets/values/find-value-names.ts'
export { findDimensionOf } from '#modules/datasets/values/get-value.ts'
export { listValues } from '#modules/datasets/values/list-values.ts'
export { putValue } from '#modules/datasets/values/put-value.ts'
export { putValues } from '#modules/datasets/values/put-values.ts'
