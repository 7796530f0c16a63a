import { defineWords } from '#ui/language/words.ts'
import type { words as account } from './words/en/account.ts'
import type { words as applications } from './words/en/applications.ts'
import type { words as logIn } from './words/en/log-in.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as passwords } from './words/en/passwords.ts'
import type { words as profile } from './words/en/profile.ts'
import type { words as singleSignOn } from './words/en/single-sign-on.ts'

export const accountWords = defineWords<typeof account>((language) => import(`./words/${language}/account.ts`))
export const applicationWords = defineWords<typeof applications>(
  (language) => import(`./words/${language}/applications.ts`),
)
export const passwordWords = defineWords<typeof passwords>((language) => import(`./words/${language}/passwords.ts`))
export const profileWords = defineWords<typeof profile>((language) => import(`./words/${language}/profile.ts`))
export const singleSignOnWords = defineWords<typeof singleSignOn>(
  (language) => import(`./words/${language}/single-sign-on.ts`),
)
export const logInWords = defineWords<typeof logIn>((language) => import(`./words/${language}/log-in.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
