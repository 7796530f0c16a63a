import { loadWords } from '#kernel/languages/words.ts'
/** The reasons why a person is not logged in: an invalid link or SAML response, and so on. */
export type NoticeKind = 'link' | 'saml' | 'person' | 'slowed' | 'off'

type Notice = { title: string; paragraphs: string[] }
export type NoticeWords = { notices: Record<NoticeKind, Notice>; logIn: string }

export const NOTICE_WORDS = await loadWords<NoticeWords>((language) => import(`./words/${language}.ts`))
