import { loadWords } from '#kernel/languages/words.ts'
/** Why somebody is not logged in: a link or an answer of an identity provider that does not count, and so on. */
export type NoticeKind = 'link' | 'saml' | 'person' | 'slowed' | 'off'

type Notice = { title: string; paragraphs: string[] }
export type NoticeWords = { notices: Record<NoticeKind, Notice>; logIn: string }

export const NOTICE_WORDS = await loadWords<NoticeWords>(new URL('./words/', import.meta.url))
