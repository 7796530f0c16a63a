import { listSection } from '#kernel/resources/setup-section.ts'
import { documentTypes } from './document-types.ts'

export const documentTypesSection = listSection({ key: 'document_types', ...documentTypes })
