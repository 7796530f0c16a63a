import { defineEvent } from '#kernel/events/define-event.ts'
import type { Dataset, Value } from '#modules/datasets/definitions/schemas.ts'

export const datasetCreated = defineEvent<Dataset>('dataset.created')
export const datasetUpdated = defineEvent<Dataset>('dataset.updated')
export const datasetDeleted = defineEvent<Dataset>('dataset.deleted')
export const valueCreated = defineEvent<Value>('dataset_value.created')
export const valueUpdated = defineEvent<Value>('dataset_value.updated')
export const valueDeleted = defineEvent<Value>('dataset_value.deleted')
