import { Button, CloseButton, FileButton, Progress, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconFile, IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { FileDrop } from './FileDrop.tsx'
import classes from './FilePicker.module.css'

type FilePickerProps = {
  label: string
  description?: string
  files: File[]
  onChange: (files: File[]) => void
  multiple?: boolean
  /** Media types or endings: `['application/pdf', '.csv']`. */
  accept?: string[]
  maxBytes?: number
  /** How far each file is, 0 to 1, by its place in `files`. */
  progress?: (number | undefined)[]
  error?: string
  disabled?: boolean
}

/** Files to send: dropped, or chosen with mouse or keyboard; with their sizes and how far they are. */
export function FilePicker(props: FilePickerProps) {
  const {
    label,
    description,
    files,
    onChange,
    multiple = false,
    accept,
    maxBytes,
    progress = [],
    error,
    disabled = false,
  } = props
  const t = useWords(uiWords)
  const format = useFormat()
  const id = useId()
  const [refusals, setRefusals] = useState<string[]>([])

  const add = (chosen: File[]) => {
    const refused = chosen.flatMap((file) => {
      if (maxBytes && file.size > maxBytes)
        return [t('files.tooLarge', { name: file.name, size: format.bytes(maxBytes) })]
      return accept && !isAccepted(file, accept) ? [t('files.wrongType', { name: file.name })] : []
    })
    const good = chosen.filter((file) => !(maxBytes && file.size > maxBytes) && (!accept || isAccepted(file, accept)))
    setRefusals(refused)
    if (good.length > 0) onChange(multiple ? [...files, ...good] : good.slice(0, 1))
  }
  const problems = [error, ...refusals].filter(Boolean)
  return (
    <fieldset className={classes.picker}>
      <legend className={classes.legend}>{label}</legend>
      <FileDrop onDrop={add} disabled={disabled}>
        <Text component="div" size="sm" c="dimmed" id={id}>
          {t(multiple ? 'files.drop' : 'files.dropOne')}
          {description && ` · ${description}`}
          {maxBytes && ` · ${t('files.limit', { size: format.bytes(maxBytes) })}`}
        </Text>
        <PickButtons describedBy={id} multiple={multiple} accept={accept} disabled={disabled} onPick={add} />
      </FileDrop>
      <div role="alert">
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--mantine-color-error)" mt={4}>
            {problem}
          </Text>
        ))}
      </div>
      <FileList
        files={files}
        progress={progress}
        disabled={disabled}
        onRemove={(file) => onChange(files.filter((other) => other !== file))}
      />
    </fieldset>
  )
}

type PickButtonsProps = {
  describedBy: string
  multiple: boolean
  accept: string[] | undefined
  disabled: boolean
  onPick: (files: File[]) => void
}

function PickButtons({ describedBy, multiple, accept, disabled, onPick }: PickButtonsProps) {
  const t = useWords(uiWords)
  // Phones and tablets: whatever is touched has a camera.
  const hasCamera = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  return (
    <div className={classes.buttons}>
      {hasCamera && takesPhotos(accept) && (
        <FileButton onChange={(photo) => onPick(photo ? [photo] : [])} accept="image/*" capture="environment">
          {(button) => (
            <Button
              {...button}
              variant="default"
              disabled={disabled}
              leftSection={<IconCamera size={16} aria-hidden />}
            >
              {t('files.photo')}
            </Button>
          )}
        </FileButton>
      )}
      <FileButton
        onChange={(chosen: File | File[] | null) => onPick(chosen ? [chosen].flat() : [])}
        multiple={multiple}
        accept={accept?.join(',') ?? ''}
      >
        {(button) => (
          <Button
            {...button}
            variant="default"
            disabled={disabled}
            leftSection={<IconUpload size={16} aria-hidden />}
            aria-describedby={describedBy}
          >
            {t(multiple ? 'files.choose' : 'files.chooseOne')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

type FileListProps = {
  files: File[]
  progress: (number | undefined)[]
  disabled: boolean
  onRemove: (file: File) => void
}

function FileList({ files, progress, disabled, onRemove }: FileListProps) {
  const t = useWords(uiWords)
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('files.list')}>
      {files.map((file, place) => (
        <li key={`${file.name}-${file.lastModified}-${file.size}`} className={classes.file}>
          <IconFile size={18} aria-hidden />
          <span className={classes.name}>{file.name}</span>
          <span className={classes.size}>{format.bytes(file.size)}</span>
          <CloseButton
            aria-label={t('files.remove', { name: file.name })}
            disabled={disabled}
            onClick={() => onRemove(file)}
          />
          {progress[place] !== undefined && (
            <Progress.Root className={classes.progress} size="sm">
              <Progress.Section value={progress[place] * 100} aria-label={t('files.progress', { name: file.name })} />
            </Progress.Root>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Cameras make JPEGs. */
function takesPhotos(accept: string[] | undefined): boolean {
  return !accept || accept.some((kind) => ['.jpg', '.jpeg', 'image/*', 'image/jpeg'].includes(kind.toLowerCase()))
}

function isAccepted(file: File, accept: string[]): boolean {
  return accept.some((kind) => {
    if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind.toLowerCase())
    return kind.endsWith('/*') ? file.type.startsWith(kind.slice(0, -1)) : file.type === kind
  })
}
