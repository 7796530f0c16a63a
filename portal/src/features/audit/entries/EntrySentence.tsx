import type { ReactNode } from 'react'
import type { NamedEntry } from '#features/audit/audit.api.ts'
import { sentenceWords } from '#features/audit/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { Filled } from '#ui/language/Filled.tsx'
import { useKnownWord, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { wordOf } from './actions.ts'
import classes from './entries.module.css'
import { formsOf, hasSubject, type SentenceForm } from './entry-sentence.ts'
import { pageOfActor, pageOfPerson, pageOfResource } from './pages-of.ts'

type Key = 'plain.export_made' | 'other'

/** Where the words have the sentence of an action, in each form. */
const KEYS: Record<SentenceForm | 'other', (action: string) => Key> = {
  own: (action) => `own.${wordOf(action)}` as Key,
  about: (action) => `about.${wordOf(action)}` as Key,
  plain: (action) => `plain.${wordOf(action)}` as Key,
  other: () => 'other',
}

/** What happened, in words: who did what, with whose. Names lead to their pages. */
export function EntrySentence({ entry }: { entry: NamedEntry }) {
  const t = useWords(sentenceWords)
  const known = useKnownWord(sentenceWords)
  const keyOf = KEYS[formsOf(entry).find((form) => known(KEYS[form](entry.action)) !== undefined) ?? 'other']
  const parts = { actor: <ActorName entry={entry} />, subject: <SubjectName entry={entry} /> }
  return <Filled text={(places) => t(keyOf(entry.action), { ...places, action: entry.action })} parts={parts} />
}

/** Who did it. The name of a person who was erased is nowhere any more. */
export function ActorName({ entry: { actor, actor_type } }: { entry: Pick<NamedEntry, 'actor' | 'actor_type'> }) {
  const t = useWords(sentenceWords)
  const session = useSession()
  const isPerson = actor_type === 'user' || actor_type === 'employee'
  if (!actor) return isPerson || actor_type === 'external' ? t('people.erased') : t(`people.${actor_type}`)
  const name = actor.name ?? actor.id
  if (name === null) return isPerson ? t('people.unknown') : t(`people.${actor_type}`)
  return <Linked href={pageOfActor(session, actor)}>{named(actor_type, name)}</Linked>

  function named(type: NamedEntry['actor_type'], given: string): string {
    if (type === 'application') return t('people.namedApplication', { name: given })
    return type === 'api_key' ? t('people.namedKey', { name: given }) : given
  }
}

/** Whom it concerns, by name where the administrator may know it. */
export function SubjectName({ entry }: { entry: NamedEntry }) {
  const t = useWords(sentenceWords)
  const session = useSession()
  const { subject, subjectName } = entry
  if (!subject) return hasSubject(entry) ? t('people.ofErased') : null
  const { type, technical_id } = subject
  // An id that nobody has any more leads nowhere.
  const href = subjectName === null ? undefined : pageOfPerson(session, type, technical_id)
  return <Linked href={href}>{subjectName ?? technical_id}</Linked>
}

/** What it is about: by its title where that may be known, otherwise by its id. */
export function ObjectName({ entry: { resource, title, action } }: { entry: NamedEntry }) {
  const t = useWords(sentenceWords)
  const known = useKnownWord(sentenceWords)
  const session = useSession()
  if (!resource || (resource.id === null && title === null)) return null
  const kind = known(`kinds.${resource.type}`) ?? resource.type
  const name = title ?? t('object', { kind, id: shortened(resource.id ?? '') })
  return <Linked href={pageOfResource(session, resource, action)}>{name}</Linked>
}

/** The end of a UUID tells enough of them apart. */
function shortened(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `…${id.slice(-8)}` : id
}

function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <strong>{children}</strong>
  return (
    <AppLink href={href} className={classes.link}>
      {children}
    </AppLink>
  )
}
