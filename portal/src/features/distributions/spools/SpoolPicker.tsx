import { Anchor, List, Select, Text, TextInput } from '@mantine/core'
import type { SpoolType } from '#features/distributions/distributions.api.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useWords } from '#ui/language/words.ts'
import lettersSample from '../../../../../docs/guides/samples/letters.txt?url'
import pdfSample from '../../../../../docs/guides/samples/payslips.pdf?url'
import indexSample from '../../../../../docs/guides/samples/payslips-index.zip?url'
import namesSample from '../../../../../docs/guides/samples/payslips-names.zip?url'
import classes from './SpoolPicker.module.css'
import type { DraftState, SpoolDrafts } from './spool-drafts.ts'

const SAMPLES: Record<SpoolType['format'], string> = {
  zip_names: namesSample,
  zip_index: indexSample,
  pdf_split: pdfSample,
  txt_split: lettersSample,
}

type SpoolPickerProps = { spools: SpoolDrafts; types: readonly SpoolType[] }

/** Files to send as spools, each with its name and its type. */
export function SpoolPicker({ spools, types }: SpoolPickerProps) {
  const t = useWords(distributionWords)
  const { drafts, isSending } = spools
  return (
    <div>
      <FilePicker
        label={t('spool.pick')}
        files={drafts.map(({ file }) => file)}
        onChange={spools.setFiles}
        progress={drafts.map(({ progress }) => progress)}
        accept={['.zip', '.pdf', '.txt', 'application/zip', 'application/pdf', 'text/plain']}
        multiple
        disabled={isSending}
      />
      {drafts.map((draft) => (
        <DraftFields
          key={`${draft.file.name}-${draft.file.lastModified}-${draft.file.size}`}
          draft={draft}
          types={types}
          disabled={isSending}
          onChange={(changes) => spools.change(draft.file, changes)}
        />
      ))}
      <FormatHelp types={types} />
    </div>
  )
}

type DraftFieldsProps = {
  draft: DraftState
  types: readonly SpoolType[]
  disabled: boolean
  onChange: (changes: { name?: string; type?: string }) => void
}

function DraftFields({ draft: { file, name, type, error }, types, disabled, onChange }: DraftFieldsProps) {
  const t = useWords(distributionWords)
  return (
    <div className={classes.draft}>
      <Text size="sm" fw={600} className={classes.file}>
        {file.name}
      </Text>
      <TextInput
        label={t('spool.name')}
        aria-label={t('spool.nameOf', { file: file.name })}
        value={name}
        maxLength={255}
        required
        disabled={disabled}
        error={error === 'taken' && t('spool.taken')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('spool.type')}
        aria-label={t('spool.typeOf', { file: file.name })}
        data={types.map((one) => ({ value: one.code, label: `${one.name} (${t(`format.${one.format}`)})` }))}
        value={type || null}
        allowDeselect={false}
        required
        disabled={disabled}
        error={error === 'typeMissing' && t('spool.typeMissing')}
        onChange={(chosen) => onChange({ type: chosen ?? '' })}
      />
    </div>
  )
}

/** What each type expects, with a file to try it out. */
function FormatHelp({ types }: { types: readonly SpoolType[] }) {
  const t = useWords(distributionWords)
  return (
    <details className={classes.help}>
      <summary>{t('spool.help')}</summary>
      <List size="sm" spacing="xs" mt="xs">
        {types.map((type) => (
          <List.Item key={type.code}>
            <strong>{type.name}</strong>: {t(`formatHelp.${type.format}`, { index: type.index ?? '' })}{' '}
            <Anchor href={SAMPLES[type.format]} download size="sm">
              {t('sample')}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </details>
  )
}
