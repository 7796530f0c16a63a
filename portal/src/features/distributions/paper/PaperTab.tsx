import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconMailOff, IconMailOpened } from '@tabler/icons-react'
import { type DocumentView, downloads, type Project } from '#features/distributions/distributions.api.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { HandOverSection } from './HandOverSection.tsx'
import { PackagesTable } from './PackagesTable.tsx'

type PaperTabProps = { project: Project; onShow: (outcome: DocumentView) => void }

/** The envelopes of a project: whether the carrier has them, each of them, and where to download them. */
export function PaperTab({ project, onShow }: PaperTabProps) {
  const t = useWords(distributionWords)
  const { paper_name, status, hand_over } = project
  if (paper_name === null) {
    return <EmptyState icon={IconMailOff} title={t('paperTab.none')} text={t('paperTab.noneText')} />
  }
  if (status !== 'completed' && !hand_over) {
    return <EmptyState icon={IconMailOpened} title={t('paperTab.early')} text={t('paperTab.earlyText')} />
  }
  return (
    <>
      <Problems project={project} onShow={onShow} />
      {hand_over && <HandOverSection project={project} state={hand_over} />}
      <Downloads project={project} />
      <PackagesTable project={project} />
    </>
  )
}

function Problems({ project: { package_problems }, onShow }: PaperTabProps) {
  const t = useWords(distributionWords)
  if (package_problems === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('paperTab.problems', { count: package_problems })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('paperTab.problemsText')}</Text>
        <Button size="xs" variant="default" onClick={() => onShow('package_problems')}>
          {t('paperTab.showProblems')}
        </Button>
      </Group>
    </Alert>
  )
}

function Downloads({ project: { id, has_files, packages_count, hand_over } }: { project: Project }) {
  const t = useWords(distributionWords)
  return (
    <Section title={t('paperTab.title')} description={t('paperTab.count', { count: packages_count })}>
      {has_files ? (
        <Stack>
          <Text size="sm">{t('paperTab.text')}</Text>
          <Group>
            <Button
              component="a"
              href={downloads.packages(id)}
              download
              variant={hand_over ? 'default' : 'filled'}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('paperTab.packages')}
            </Button>
            <Button component="a" href={downloads.manifest(id)} download variant="default">
              {t('paperTab.manifest')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Text size="sm">{t('paperTab.goneText')}</Text>
      )}
    </Section>
  )
}
