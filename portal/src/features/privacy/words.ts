import { defineWords } from '#ui/language/words.ts'
import type { words as deletion } from './words/en/deletion.ts'
import type { words as link } from './words/en/link.ts'
import type { words as myData } from './words/en/my-data.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const deletionWords = defineWords<typeof deletion>('features/privacy/deletion')
export const linkWords = defineWords<typeof link>('features/privacy/link')
export const myDataWords = defineWords<typeof myData>('features/privacy/my-data')
export const navigationWords = defineWords<typeof navigation>('features/privacy/navigation')
