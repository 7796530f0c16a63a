import { IconPaperclip } from '@tabler/icons-react'
import { requestWords } from '#features/requests/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './conversation.module.css'

type FileLinkProps = { href: string; file: { filename: string; size: number } }

/** A file to download, with its size. */
export function FileLink({ href, file }: FileLinkProps) {
  const t = useWords(requestWords)
  const format = useFormat()
  return (
    <a className={classes.file} href={href} download title={t('request.download', { name: file.filename })}>
      <IconPaperclip size={16} aria-hidden />
      {file.filename}
      <span>{format.bytes(file.size)}</span>
    </a>
  )
}
