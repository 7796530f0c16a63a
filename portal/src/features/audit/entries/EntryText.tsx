import { Text } from '@mantine/core'
import type { NamedEntry } from '#features/audit/audit.api.ts'
import { sentenceWords } from '#features/audit/words.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Filled } from '#ui/language/Filled.tsx'
import { useKnownWord, useWords } from '#ui/language/words.ts'
import { wordOf } from './actions.ts'
import { EntrySentence, ObjectName, SubjectName } from './EntrySentence.tsx'
import classes from './entries.module.css'
import { hasSubject, isOwn } from './entry-sentence.ts'

/** An entry as a line of text, and below it what it is about. */
export function EntryText({ entry }: { entry: NamedEntry }) {
  const t = useWords(sentenceWords)
  return (
    <span className={classes.entry}>
      <span>
        <EntrySentence entry={entry} />
        {entry.outcome === 'refused' && (
          <>
            {' '}
            <StatusBadge tone="bad">{t('refused')}</StatusBadge>
          </>
        )}
      </span>
      <Details entry={entry} />
    </span>
  )
}

/** The object, and the person where the sentence does not name them. */
function Details({ entry }: { entry: NamedEntry }) {
  const t = useWords(sentenceWords)
  const known = useKnownWord(sentenceWords)
  const isNamed = isOwn(entry) || !hasSubject(entry) || known(`about.${wordOf(entry.action)}`) !== undefined
  const concerned = !isNamed && (
    <Filled text={(places) => t('concerns', places)} parts={{ subject: <SubjectName entry={entry} /> }} />
  )
  const object = entry.resource && (entry.resource.id !== null || entry.title !== null) && <ObjectName entry={entry} />
  if (!object && !concerned) return null
  return (
    <Text component="span" size="sm" c="dimmed" className={classes.details}>
      {object}
      {object && concerned && ' · '}
      {concerned}
    </Text>
  )
}
