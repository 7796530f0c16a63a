import { Button, Group, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type Dataset,
  type DatasetImport,
  type ImportSettings,
  importQuery,
  sendFile,
  submitImport,
} from '#features/datasets/datasets.api.ts'
import classes from '#features/datasets/datasets.module.css'
import { datasetWords } from '#features/datasets/words.ts'
import { attempt, useOnce } from '#kernel/api/use-once.ts'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { type Preview, previewOf } from './csv-preview.ts'
import { ImportOutcome } from './ImportReport.tsx'

type Rules = Pick<ImportSettings, 'mode' | 'on_error'>
type ImportWizardProps = { dataset: Dataset; onChecked: () => void; onApplied: (id: string) => void }

/** A file, what it is, a check of the whole of it that changes nothing, and the import itself. */
export function ImportWizard({ dataset, onChecked, onApplied }: ImportWizardProps) {
  const t = useWords(datasetWords)
  const notify = useNotify()
  const [file, setFile] = useState<File>()
  const [rules, setRules] = useState<Rules>({ mode: 'merge', on_error: 'abort' })
  const [sent, setSent] = useState<number>()
  const [upload, setUpload] = useState<{ id: string; file: File }>()
  const [checkId, setCheckId] = useState<string>()
  const preview = usePreview(file)
  const { data: check } = useQuery({ ...importQuery(checkId ?? ''), enabled: checkId !== undefined })
  const hasEnded = check?.status === 'finished'
  useEffect(() => {
    if (hasEnded) onChecked()
  }, [hasEnded, onChecked])

  const submit = async (dry_run: boolean) => {
    if (!file) return
    const send = async () => {
      const stored = upload?.file === file ? upload : { id: (await sendFile(file, setSent)).id, file }
      setUpload(stored)
      return submitImport({ ...rules, dataset_id: dataset.id, upload_id: stored.id, dry_run })
    }
    const submitted = await attempt(send(), notify.failure)
    setSent(undefined)
    if (!submitted) return
    if (dry_run) setCheckId(submitted.answer.id)
    else onApplied(submitted.answer.id)
  }
  const { run, isBusy } = useOnce(submit)
  /** What was checked is no longer what would be done. */
  const anew = (change: () => void) => {
    setCheckId(undefined)
    change()
  }
  return (
    <Section title={t('import.title')} description={t('import.text')}>
      <div className={classes.fields}>
        <FilePicker
          label={t('import.file')}
          accept={['.csv', '.txt', 'text/csv']}
          files={file ? [file] : []}
          onChange={([chosen]) => anew(() => setFile(chosen))}
          progress={[sent]}
          disabled={isBusy}
        />
        {file && preview && <PreviewTable preview={preview} check={check} />}
        {file && <RulesFields rules={rules} onChange={(changes) => anew(() => setRules({ ...rules, ...changes }))} />}
        {check && <ImportOutcome record={check} />}
        {file && (
          <Group justify="flex-end">
            <Button variant={hasEnded ? 'default' : 'filled'} loading={isBusy} onClick={() => run(true)}>
              {t('import.check')}
            </Button>
            {hasEnded && check.result !== 'error' && (
              <Button loading={isBusy} onClick={() => run(false)}>
                {t('import.apply')}
              </Button>
            )}
          </Group>
        )}
      </div>
    </Section>
  )
}

type RulesFieldsProps = { rules: Rules; onChange: (changes: Partial<Rules>) => void }

/** What becomes of the values that the file lacks, and of rows that are wrong. */
function RulesFields({ rules, onChange }: RulesFieldsProps) {
  const t = useWords(datasetWords)
  return (
    <Group align="flex-start" gap="xl">
      <Radio.Group
        label={t('import.mode')}
        value={rules.mode}
        onChange={(mode) => onChange({ mode: mode as Rules['mode'] })}
      >
        <Radio mt="xs" value="merge" label={t('import.merge')} />
        <Radio mt="xs" value="replace" label={t('import.replace')} />
      </Radio.Group>
      <Radio.Group
        label={t('import.onError')}
        value={rules.on_error}
        onChange={(on_error) => onChange({ on_error: on_error as Rules['on_error'] })}
      >
        <Radio mt="xs" value="abort" label={t('import.abort')} />
        <Radio mt="xs" value="skip" label={t('import.skip')} />
      </Radio.Group>
    </Group>
  )
}

function usePreview(file: File | undefined): Preview | undefined {
  const [preview, setPreview] = useState<Preview>()
  useEffect(() => {
    let isWanted = true
    setPreview(undefined)
    if (file) {
      previewOf(file).then(
        (read) => isWanted && setPreview(read),
        () => {},
      )
    }
    return () => {
      isWanted = false
    }
  }, [file])
  return preview
}

/** The first lines of the file; those that the check found wrong are marked, with what is wrong. */
function PreviewTable({ preview, check }: { preview: Preview; check: DatasetImport | undefined }) {
  const t = useWords(datasetWords)
  const problems = new Map(check?.errors.map(({ line, message }) => [line, message]))
  const label = t('import.preview', { count: preview.rows.length })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled by keys as well
    <section className={classes.preview} aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('import.line')}</th>
            {preview.header.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
              <th key={index} scope="col">
                {name}
              </th>
            ))}
            {problems.size > 0 && <th scope="col">{t('import.problem')}</th>}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ line, cells }) => (
            <tr key={line} data-wrong={problems.has(line) || undefined}>
              <th scope="row">{line}</th>
              {preview.header.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                <td key={index}>{cells[index]}</td>
              ))}
              {problems.size > 0 && <td data-problem>{problems.get(line)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
