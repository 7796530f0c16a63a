import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { myDataWords } from '#features/privacy/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { deletionsQuery } from './deletion.api.ts'
import { isOpen } from './steps.ts'

const PATH = '/portal/my-data/deletion'

/** The way to the page where data is asked to be deleted, and how far that is. */
export function DeletionSection() {
  const t = useWords(myDataWords)
  const format = useFormat()
  const open = useQuery(deletionsQuery).data?.find(isOpen)
  if (!open) {
    return (
      <Section title={t('deletion.title')} description={t('deletion.text')}>
        <Button component={AppLink} href={PATH} variant="default">
          {t('deletion.start')}
        </Button>
      </Section>
    )
  }
  return (
    <Section title={t('deletion.title')}>
      <Text size="sm" mb="sm">
        {t('deletion.asked', { date: format.date(open.created_at) })}
        {open.due_at !== null && ` ${t('deletion.due', { date: format.date(open.due_at) })}`}
      </Text>
      <Button component={AppLink} href={PATH} variant="default">
        {t('deletion.open')}
      </Button>
    </Section>
  )
}
