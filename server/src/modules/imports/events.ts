import { defineEvent } from '#kernel/events/define-event.ts'
import type { DatasetImport, Import } from './schemas.ts'

export const datasetImportCreated = defineEvent<DatasetImport>('dataset_import.created')
export const datasetImportStarted = defineEvent<DatasetImport>('dataset_import.started')
export const datasetImportCompleted = defineEvent<DatasetImport>('dataset_import.completed')
export const importCreated = defineEvent<Import>('import.created')
export const importStarted = defineEvent<Import>('import.started')
export const importCompleted = defineEvent<Import>('import.completed')
