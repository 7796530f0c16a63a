export { createUpload } from './create-upload.ts'
export { getUpload } from './get-upload.ts'
export { uploadedBlobs } from './queries.ts'
export { type StoredFile, storeFile } from './store-file.ts'
