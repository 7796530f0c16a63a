import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { fullName } from '#kernel/session/session.ts'
import { documentPath } from '#shared/documents/paths.ts'
import { NOTES_KEY, type Reminder } from '#shared/notes/notes.ts'
import { employeePath } from '#shared/people/employees.api.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { HomeList, HomeRow } from './HomeList.tsx'
import { managerHomeWords } from './words.ts'

type Item = Reminder & { isPast: boolean }

/** What was to be remembered of late, and what is to come. */
export function Reminders() {
  const t = useWords(managerHomeWords)
  const query = useQuery({
    queryKey: [...NOTES_KEY, 'reminders'],
    queryFn: async ({ signal }): Promise<Item[]> => {
      const fetchSome = (state: 'past' | 'coming', per_page: number) =>
        unwrap(api.GET('/portal/api/manager/reminders', { params: { query: { state, per_page } }, signal }))
      const [past, coming] = await Promise.all([fetchSome('past', 3), fetchSome('coming', 5)])
      return [
        ...past.toReversed().map((one) => ({ ...one, isPast: true })),
        ...coming.map((one) => ({ ...one, isPast: false })),
      ]
    },
  })
  return (
    <HomeList
      title={t('home.reminders')}
      query={query}
      empty={t('home.noReminders')}
      rowKey={({ note_id }) => note_id}
      render={(one) => <ReminderRow reminder={one} />}
    />
  )
}

function ReminderRow({ reminder }: { reminder: Item }) {
  const t = useWords(managerHomeWords)
  const format = useFormat()
  const { description, document, employee, remind_date, isPast } = reminder
  const href = document ? documentPath(document.id) : `${employeePath(employee?.technical_id ?? '')}/notes`
  const about = [document?.title, employee && fullName(employee)].filter(Boolean).join(' · ')
  return (
    <HomeRow>
      <span className={rows.grow}>
        <AppLink href={href} className={rows.link}>
          <Text component="span" lineClamp={2}>
            {description}
          </Text>
        </AppLink>
        <Text component="span" size="sm" c="dimmed" display="block">
          {about}
        </Text>
      </span>
      {isPast && <StatusBadge tone="warning">{t('home.past')}</StatusBadge>}
      <Text component="span" size="sm" c="dimmed">
        {format.date(remind_date)}
      </Text>
    </HomeRow>
  )
}
