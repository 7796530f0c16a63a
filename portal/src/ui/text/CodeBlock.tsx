import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './CodeBlock.module.css'

type CodeBlockProps = { code: string /** Said by screen readers. */; label: string }

/** Text for machines, as it is: JSON, a command, a file; with a button that copies it. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  const t = useWords(uiWords)
  const clipboard = useClipboard({ timeout: 2500 })
  return (
    <figure className={classes.block} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <ActionIcon
        className={classes.copy}
        variant="default"
        aria-label={clipboard.copied ? t('copy.copied') : t('copy.copy')}
        onClick={() => clipboard.copy(code)}
      >
        {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </figure>
  )
}
