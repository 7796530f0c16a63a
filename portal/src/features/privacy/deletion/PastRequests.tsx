import { Text } from '@mantine/core'
import { deletionWords } from '#features/privacy/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { Section } from '#ui/page/Section.tsx'
import type { MyDeletion } from './deletion.api.ts'
import { Kept } from './Kept.tsx'
import { StateBadge } from './StateBadge.tsx'

/** What was asked before, and how it ended. */
export function PastRequests({ requests }: { requests: MyDeletion[] }) {
  const t = useWords(deletionWords)
  const format = useFormat()
  const [last] = requests
  return (
    <>
      {last?.status === 'completed' && <Kept request={last} />}
      <div>
        <Section title={t('past.title')} flush>
          <ul className={rows.rows}>
            {requests.map((one) => (
              <li key={one.id} className={rows.row}>
                <div className={rows.grow}>
                  <Text size="sm">{t('past.asked', { date: format.date(one.created_at) })}</Text>
                </div>
                <StateBadge request={one} />
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  )
}
