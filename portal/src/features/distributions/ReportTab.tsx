import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { type DistributionDocument, downloads, type Project } from './distributions.api.ts'
import { OUTCOME_TONES } from './state.ts'
import { distributionWords } from './words.ts'

const OUTCOMES = Object.keys(OUTCOME_TONES) as DistributionDocument['outcome'][]

/** What became of the documents, to look at and to take away. */
export function ReportTab({ project: { id, counts } }: { project: Project }) {
  const t = useWords(distributionWords)
  const format = useFormat()
  return (
    <Section title={t('reportTab.title')} description={t('reportTab.text')}>
      <Stack>
        <Table aria-label={t('reportTab.byOutcome')} maw="32rem">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('reportTab.outcome')}</Table.Th>
              <Table.Th ta="end">{t('reportTab.count')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {OUTCOMES.map((one) => (
              <Table.Tr key={one}>
                <Table.Td>
                  <StatusBadge tone={OUTCOME_TONES[one]}>{t(`outcome.${one}`)}</StatusBadge>
                </Table.Td>
                <Table.Td ta="end">{format.number(counts[one])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          {t('overview.counts.delivered')}{' '}
          <Text component="span" fw={600}>
            {format.number(counts.delivered)}
          </Text>
        </Text>
        <Group>
          <Button
            component="a"
            href={downloads.report(id)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('reportTab.all')}
          </Button>
          {counts.unmatched > 0 && (
            <Button component="a" href={downloads.report(id, 'unmatched')} download variant="default">
              {t('reportTab.problems')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  )
}
