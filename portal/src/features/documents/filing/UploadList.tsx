import { ActionIcon, Progress, Text, TextInput } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { identicalIn } from '#features/documents/folders/folders.api.ts'
import { folderWords } from '#features/documents/words.ts'
import { documentPath } from '#shared/documents/paths.ts'
import { describeError } from '#ui/feedback/describe-error.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import { IdenticalFile } from './IdenticalFile.tsx'
import { refusedFields, type Upload, type UploadState, type useUploads } from './uploads.ts'

const TONES: Record<UploadState, Tone> = { waiting: 'neutral', sending: 'info', done: 'good', failed: 'bad' }

type UploadListProps = {
  files: ReturnType<typeof useUploads>
  /** In whose folder they are to be filed, if that is known. */
  employee: string | undefined
}

/** The files that are to be filed: a title for each, how far it is, what became of it. */
export function UploadList({ files, employee }: UploadListProps) {
  const t = useWords(folderWords)
  const { uploads } = files
  if (uploads.length === 0) return null
  const done = uploads.filter(({ state }) => state === 'done').length
  return (
    <>
      <Text size="sm" c="dimmed" mt="md" mb="xs" role="status">
        {t('upload.progress', { done, count: uploads.length })}
      </Text>
      <ul className={rows.rows} aria-label={t('upload.files')}>
        {uploads.map((one) => (
          <UploadRow key={one.key} upload={one} files={files} employee={employee} />
        ))}
      </ul>
    </>
  )
}

function UploadRow({ upload, files, employee }: UploadListProps & { upload: Upload }) {
  const t = useWords(folderWords)
  const format = useFormat()
  const { key, file, title, state, progress, documentId } = upload
  return (
    <li className={rows.row} style={{ flexWrap: 'wrap', paddingInline: 0 }}>
      <div className={rows.grow} style={{ minWidth: '14rem' }}>
        {documentId ? (
          <AppLink href={documentPath(documentId)} className={rows.link}>
            {title}
          </AppLink>
        ) : (
          <TextInput
            aria-label={t('upload.titleOf', { name: file.name })}
            value={title}
            maxLength={255}
            disabled={state === 'sending'}
            onChange={(event) => files.rename(key, event.currentTarget.value)}
          />
        )}
        <Text size="xs" c="dimmed" mt={4}>
          {file.name} · {format.bytes(file.size)}
        </Text>
        {state === 'failed' && <Refusal upload={upload} />}
        {state === 'waiting' && employee && (
          <IdenticalFile
            key={employee}
            file={file}
            place={employee}
            find={identicalIn(employee)}
            onLeaveOut={() => files.remove(key)}
          />
        )}
      </div>
      <StatusBadge tone={TONES[state]}>
        {state === 'done' && <IconCheck size={14} aria-hidden />}
        {t(`upload.states.${state}`)}
      </StatusBadge>
      {state !== 'done' && state !== 'sending' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('upload.remove', { name: file.name })}
          onClick={() => files.remove(key)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      {state === 'sending' && (
        <Progress.Root size="sm" w="100%">
          <Progress.Section value={progress * 100} aria-label={t('upload.sendingOf', { name: file.name })} />
        </Progress.Root>
      )}
    </li>
  )
}

function Refusal({ upload }: { upload: Upload }) {
  const ui = useWords(uiWords)
  const fields = refusedFields([upload]).map(({ message }) => message)
  const message = fields.length > 0 ? fields.join(' ') : describeError(upload.error, ui)
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {message}
    </Text>
  )
}
