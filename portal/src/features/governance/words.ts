import { defineWords } from '#ui/language/words.ts'
import type { words as disposals } from './words/en/disposals.ts'
import type { words as erasure } from './words/en/erasure.ts'
import type { words as holds } from './words/en/holds.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as packages } from './words/en/packages.ts'
import type { words as retention } from './words/en/retention.ts'

export const disposalWords = defineWords<typeof disposals>('features/governance/disposals')
export const erasureWords = defineWords<typeof erasure>('features/governance/erasure')
export const holdWords = defineWords<typeof holds>('features/governance/holds')
export const navigationWords = defineWords<typeof navigation>('features/governance/navigation')
export const packageWords = defineWords<typeof packages>('features/governance/packages')
export const retentionWords = defineWords<typeof retention>('features/governance/retention')
