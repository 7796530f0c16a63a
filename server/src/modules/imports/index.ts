export { importFileIntoDataset } from '#modules/imports/datasets/import-file-into-dataset.ts'
export { DatasetImport, DatasetImportSettings } from './schemas.ts'
