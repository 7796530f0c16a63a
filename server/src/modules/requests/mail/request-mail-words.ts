import { loadWords } from '#kernel/languages/words.ts'

type Status = 'created' | 'open' | 'pending' | 'closed'
type MailUpdate = { status: string; author: string | null }
type UpdateSentence = (news: MailUpdate) => string

export type RequestMailWords = {
  /** The subject line of the first mail; the later ones have the bare title. */
  newRequest: (title: string) => string
  greeting: (name: string, news: string) => string
  /** What happened, as the rest of a sentence that begins with the greeting. */
  updates: {
    manager: { created: UpdateSentence; assigned: UpdateSentence; moved: UpdateSentence; commented: UpdateSentence }
    employee: { created: UpdateSentence; moved: UpdateSentence; commented: UpdateSentence }
  }
  internal: string
  form: string
  employee: string
  creator: string
  priority: string
  priorities: { LOW: string; URGENT: string }
  due: string
  status: string
  statuses: Record<Status, string>
  open: string
  footer: { manager: string; employee: string }
}

export const REQUEST_MAIL_WORDS = await loadWords<RequestMailWords>((language) => import(`./words/${language}.ts`))
