import { defineWords } from '#ui/language/words.ts'
import type { words as drafts } from './words/en/drafts.ts'
import type { words as employeeTab } from './words/en/employee-tab.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as processes } from './words/en/processes.ts'
import type { words as signing } from './words/en/signing.ts'
import type { words as types } from './words/en/types.ts'

export const signatureDraftWords = defineWords<typeof drafts>((language) => import(`./words/${language}/drafts.ts`))
export const signatureProcessWords = defineWords<typeof processes>(
  (language) => import(`./words/${language}/processes.ts`),
)
export const signingWords = defineWords<typeof signing>((language) => import(`./words/${language}/signing.ts`))
export const signatureTypeWords = defineWords<typeof types>((language) => import(`./words/${language}/types.ts`))
export const signatureTabWords = defineWords<typeof employeeTab>(
  (language) => import(`./words/${language}/employee-tab.ts`),
)
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
