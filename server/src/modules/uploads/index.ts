export { createUpload } from './create-upload.ts'
export { getUpload } from './get-upload.ts'
export { type StoredFile, storeFile } from './store-file.ts'
