import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#kernel/api/api-error.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { mayDoEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { importKeys, PAGES, type Preview, previewFile, submitFile } from './imports.api.ts'
import { PreviewSection } from './PreviewSection.tsx'
import { importWords } from './words.ts'

const MAX_BYTES = 20 * 1024 * 1024
const TEMPLATE = [
  'technical_id,email,first_name,last_name,language,role,organization_codes',
  'M-100,jane.doe@example.com,Jane,Doe,en-us,team-lead,FR-PAR|FR-LYO',
].join('\n')

/** Takes a file of managers, shows what it would do, and imports it. */
export function NewImportPage() {
  const t = useWords(importWords)
  const mayImport = mayDoEverything(useSession())
  return (
    <>
      <PageHeader
        title={t('new.title')}
        breadcrumbs={[{ label: t('title'), href: PAGES }]}
        description={t('new.text')}
      />
      {mayImport ? (
        <NewImport />
      ) : (
        <EmptyState icon={IconLock} title={t('new.forbidden')} text={t('new.forbiddenText')} />
      )}
    </>
  )
}

function NewImport() {
  const t = useWords(importWords)
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const preview = useMutation({ mutationFn: (chosen: File) => previewFile(chosen, setSent) })
  const submit = useSubmit()
  const choose = ([chosen]: File[]) => {
    setFile(chosen)
    setSent(0)
    preview.reset()
    if (chosen) preview.mutate(chosen)
  }
  return (
    <Stack gap="lg">
      <div>
        <Section>
          <FilePicker
            label={t('new.file')}
            description={t('new.hint')}
            files={file ? [file] : []}
            onChange={choose}
            accept={['.csv', 'text/csv', '.txt']}
            maxBytes={MAX_BYTES}
            disabled={preview.isPending || submit.isPending}
          />
          <Group mt="md" gap="xs">
            <Anchor
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`}
              download="managers.csv"
              size="sm"
            >
              <IconDownload size={14} aria-hidden /> {t('new.template')}
            </Anchor>
          </Group>
          {preview.isPending && <ProgressBar label={t('new.checking')} value={sent * 0.9} />}
          {preview.error && <FileProblem error={preview.error} onRetry={() => file && preview.mutate(file)} />}
        </Section>
        {preview.data && <PreviewSection preview={preview.data} />}
      </div>
      {file && preview.data && (
        <ImportBar preview={preview.data} isPending={submit.isPending} onImport={() => submit.mutate(file)} />
      )}
    </Stack>
  )
}

function useSubmit() {
  const notify = useNotify()
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: submitFile,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: importKeys.all })
      router.history.push(`${PAGES}/${id}`)
    },
    onError: (error) => notify.failure(error),
  })
}

const KNOWN = ['missing_part', 'not_utf8', 'too_few_lines'] as const

function FileProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useWords(importWords)
  const code = error instanceof ApiError ? KNOWN.find((one) => one === error.code) : undefined
  return (
    <Alert
      role="alert"
      mt="md"
      variant="light"
      color="red"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('new.problem')}
    >
      <Group justify="space-between">
        <Text size="sm">{code ? t(`new.${code}`) : error.message}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('new.again')}
        </Button>
      </Group>
    </Alert>
  )
}

type ImportBarProps = { preview: Preview; isPending: boolean; onImport: () => void }

/** The button, as long as there is something to import; what a partial import means. */
function ImportBar({ preview: { totals, faults, rows, checked }, isPending, onImport }: ImportBarProps) {
  const t = useWords(importWords)
  if (faults.length > 0) return null
  const count = totals.users_created + totals.users_updated
  const isPartlyChecked = checked < rows
  if (count === 0 && !isPartlyChecked) {
    return <Text>{t(totals.rows_in_error > 0 && totals.users_unchanged === 0 ? 'new.allWrong' : 'new.noChange')}</Text>
  }
  return (
    <Stack>
      {totals.rows_in_error > 0 && (
        <Alert variant="light" color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('new.partial', { count: totals.rows_in_error })}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={isPending} onClick={onImport}>
          {isPartlyChecked ? t('new.title') : t('new.import', { count })}
        </Button>
      </Group>
    </Stack>
  )
}
