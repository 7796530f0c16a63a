import { Button, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import type { Upload } from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { uiWords } from '#ui/words.ts'
import { type DraftDocument, withDocument } from './draft.ts'
import { FolderPicker } from './FolderPicker.tsx'
import { Segments } from './Segments.tsx'
import { SendFile } from './SendFile.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

/** What is to be signed, and what it is called. */
export function DocumentStep({ state, options }: StepProps) {
  const t = useWords(signatureDraftWords)
  const { draft, change, errors } = state
  const [isChoosing, setChoosing] = useState(draft.document === null)
  const take = (upload: Upload, from?: { title: string; employee: { technical_id: string; name: string } }) => {
    const titled = from && draft.title.trim() === '' ? { ...draft, title: from.title } : draft
    change({ ...withDocument(titled, upload), ...(from && !draft.employee ? { employee: from.employee } : {}) })
    setChoosing(false)
  }
  return (
    <>
      <Section title={t('document.title')} description={t('document.text')}>
        {draft.document && !isChoosing ? (
          <Chosen document={draft.document} onChange={() => setChoosing(true)} error={errors.upload_id} />
        ) : (
          <Source onTake={take} error={errors.upload_id} />
        )}
      </Section>
      <Section title={t('document.about')}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('document.name')}
              description={t('document.nameHelp')}
              required
              maxLength={255}
              value={draft.title}
              onChange={(event) => change({ title: event.currentTarget.value })}
              error={errors.title}
            />
            <Select
              label={t('document.type')}
              description={t('document.typeHelp')}
              placeholder={t('document.typePlaceholder')}
              data={options.signature_types.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.signature_type_id || null}
              onChange={(id) => change({ signature_type_id: id ?? '' })}
              allowDeselect={false}
              required
              error={errors.signature_type_id}
            />
          </SimpleGrid>
          <Textarea
            label={t('document.reason')}
            description={t('document.reasonHelp')}
            autosize
            minRows={2}
            maxRows={5}
            maxLength={1000}
            value={draft.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
            error={errors.reason}
          />
        </Stack>
      </Section>
    </>
  )
}

type ChosenProps = { document: DraftDocument; onChange: () => void; error: string | undefined }

function Chosen({ document: { filename, size, page_count }, onChange, error }: ChosenProps) {
  const t = useWords(signatureDraftWords)
  const ui = useWords(uiWords)
  const format = useFormat()
  return (
    <>
      <div className={classes.chosen}>
        <IconFileTypePdf size={28} stroke={1.5} aria-hidden />
        <div className={classes.grow}>
          <Text fw={600}>{filename}</Text>
          <Text size="sm" c="dimmed">
            {ui('pdf.pages', { count: page_count })} · {format.bytes(size)}
          </Text>
        </div>
        <Button variant="default" onClick={onChange}>
          {t('document.change')}
        </Button>
      </div>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {error}
        </Text>
      )}
    </>
  )
}

type SourceProps = {
  onTake: (upload: Upload, from?: { title: string; employee: { technical_id: string; name: string } }) => void
  error: string | undefined
}

function Source({ onTake, error }: SourceProps) {
  const t = useWords(signatureDraftWords)
  const [source, setSource] = useState<'file' | 'folder'>('file')
  return (
    <Stack>
      <Segments
        aria-label={t('document.source')}
        data={[
          { value: 'file', label: t('document.fromFile') },
          { value: 'folder', label: t('document.fromFolder') },
        ]}
        value={source}
        onChange={setSource}
      />
      {source === 'file' ? <SendFile onTake={onTake} error={error} /> : <FolderPicker onTake={onTake} error={error} />}
    </Stack>
  )
}
