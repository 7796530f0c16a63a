import { Alert, Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './CopyField.module.css'

type CopyFieldProps = { label: string; value: string /** Warns that it is shown this time only. */; once?: boolean }

/** A value to copy: an address, or a secret that is shown once. */
export function CopyField({ label, value, once = false }: CopyFieldProps) {
  const t = useWords(uiWords)
  const clipboard = useClipboard({ timeout: 2500 })
  return (
    <div>
      <div className={classes.line}>
        <TextInput
          label={label}
          value={value}
          readOnly
          className={classes.field}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(value)}
        >
          <span aria-live="polite">{clipboard.copied ? t('copy.copied') : t('copy.copy')}</span>
        </Button>
      </div>
      {once && (
        <Alert color="yellow" mt="sm">
          {t('copy.once')}
        </Alert>
      )}
    </div>
  )
}
