import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { documentPath, employeePath, NOTES_KEY, type Reminder } from '#features/documents/folders/folders.api.ts'
import classes from '#features/documents/folders/folders.module.css'
import { folderWords } from '#features/documents/words.ts'
import { api, unwrap } from '#kernel/api/api.ts'
import { fullName } from '#kernel/session/session.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { ManagerHomeList } from './ManagerHomeList.tsx'

type Item = Reminder & { isPast: boolean }

/** What was to be remembered of late, and what is to come. */
export function Reminders() {
  const t = useWords(folderWords)
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
    <ManagerHomeList
      title={t('home.reminders')}
      query={query}
      empty={t('home.noReminders')}
      rowKey={({ note_id }) => note_id}
      render={(one) => <ReminderRow reminder={one} />}
    />
  )
}

function ReminderRow({ reminder }: { reminder: Item }) {
  const t = useWords(folderWords)
  const format = useFormat()
  const { description, document, employee, remind_date, isPast } = reminder
  const href = document ? documentPath(document.id) : `${employeePath(employee?.technical_id ?? '')}/notes`
  const about = [document?.title, employee && fullName(employee)].filter(Boolean).join(' · ')
  return (
    <>
      <span className={classes.grow}>
        <AppLink href={href} className={classes.link}>
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
    </>
  )
}
