import { defineWords } from '#ui/language/words.ts'
import type { words as drafts } from './words/en/drafts.ts'
import type { words as employeeTab } from './words/en/employee-tab.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as processes } from './words/en/processes.ts'
import type { words as signing } from './words/en/signing.ts'
import type { words as types } from './words/en/types.ts'

export const signatureDraftWords = defineWords<typeof drafts>('features/signatures/drafts')
export const signatureProcessWords = defineWords<typeof processes>('features/signatures/processes')
export const signingWords = defineWords<typeof signing>('features/signatures/signing')
export const signatureTypeWords = defineWords<typeof types>('features/signatures/types')
export const signatureTabWords = defineWords<typeof employeeTab>('features/signatures/employee-tab')
export const navigationWords = defineWords<typeof navigation>('features/signatures/navigation')
