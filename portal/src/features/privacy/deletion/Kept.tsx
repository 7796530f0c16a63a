import { Text } from '@mantine/core'
import { deletionWords } from '#features/privacy/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import type { MyDeletion } from './deletion.api.ts'
import classes from './deletion.module.css'
import { type KeptGroup, keptGroups } from './kept-groups.ts'

/** What has to stay or was kept, in plain words. */
export function Kept({ request: { kept, status } }: { request: MyDeletion }) {
  const t = useWords(deletionWords)
  const isDone = status === 'completed'
  const groups = keptGroups(kept)
  return (
    <div>
      <Section title={t(isDone ? 'kept.titleDone' : 'kept.title')}>
        {groups.length === 0 && <Text>{t(isDone ? 'kept.nothingDone' : 'kept.nothing')}</Text>}
        <ul className={classes.kept}>
          {groups.map((group) => (
            <li key={`${group.type} ${group.reason}`}>
              <Group group={group} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

function Group({ group }: { group: KeptGroup }) {
  const t = useWords(deletionWords)
  const why = useWhy()
  const { type, count } = group
  return (
    <>
      <Text fw={600}>{type === 'employee' ? t('kept.types.employee') : t(`kept.types.${type}`, { count })}</Text>
      <Text size="sm" c="dimmed">
        {why(group)}
      </Text>
    </>
  )
}

function useWhy(): (group: KeptGroup) => string {
  const t = useWords(deletionWords)
  const format = useFormat()
  return ({ reason, until }) =>
    reason === 'retention' && until !== null
      ? t('kept.reasons.retentionUntil', { date: format.date(until) })
      : t(`kept.reasons.${reason}`)
}
