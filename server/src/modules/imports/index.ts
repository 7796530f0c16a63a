export { importFileIntoDataset } from './import-file.ts'
export { importedBlobs } from './import-queries.ts'
export { DatasetImport, DatasetImportSettings } from './schemas.ts'
