import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconMailOff, IconMailOpened } from '@tabler/icons-react'
import { useWords } from '../../app/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Section } from '../../ui/Section.tsx'
import { downloads, type Project } from './distributions.api.ts'

/** What goes to the printer. */
export function PaperTab({ project }: { project: Project }) {
  const t = useWords('distributions')
  const { id, paper_name, status, has_files, packages_count } = project
  if (paper_name === null) {
    return <EmptyState icon={IconMailOff} title={t('paperTab.none')} text={t('paperTab.noneText')} />
  }
  if (!has_files) return <EmptyState icon={IconMailOff} title={t('paperTab.gone')} text={t('paperTab.goneText')} />
  if (status !== 'completed') {
    return <EmptyState icon={IconMailOpened} title={t('paperTab.early')} text={t('paperTab.earlyText')} />
  }
  return (
    <Section title={t('paperTab.title')} description={t('paperTab.count', { count: packages_count })}>
      <Stack>
        <Text size="sm">{t('paperTab.text')}</Text>
        <Group>
          <Button
            component="a"
            href={downloads.packages(id)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('paperTab.packages')}
          </Button>
          <Button component="a" href={downloads.manifest(id)} download variant="default">
            {t('paperTab.manifest')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
