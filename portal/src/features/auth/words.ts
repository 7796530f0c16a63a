import { defineWords } from '#ui/language/words.ts'
import type { words as account } from './words/en/account.ts'
import type { words as applications } from './words/en/applications.ts'
import type { words as logIn } from './words/en/log-in.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as passwords } from './words/en/passwords.ts'
import type { words as profile } from './words/en/profile.ts'
import type { words as singleSignOn } from './words/en/single-sign-on.ts'

export const accountWords = defineWords<typeof account>('features/auth/account')
export const applicationWords = defineWords<typeof applications>('features/auth/applications')
export const passwordWords = defineWords<typeof passwords>('features/auth/passwords')
export const profileWords = defineWords<typeof profile>('features/auth/profile')
export const singleSignOnWords = defineWords<typeof singleSignOn>('features/auth/single-sign-on')
export const logInWords = defineWords<typeof logIn>('features/auth/log-in')
export const navigationWords = defineWords<typeof navigation>('features/auth/navigation')
