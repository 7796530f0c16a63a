import { Alert, Anchor, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import { sha256Of } from './file-hash.ts'

type Found = { title: string; href: string }
type IdenticalFileProps = {
  file: File
  /** Where is looked: what is found in one place need not be in another. */
  place: string
  /** A document that has this very file, if there is one that the person may see. */
  find: (sha256: string, signal: AbortSignal) => Promise<Found | undefined>
  onLeaveOut: () => void
}

/** Warns that a chosen file exists already, with a link to it; it can still be sent. */
export function IdenticalFile({ file, place, find, onLeaveOut }: IdenticalFileProps) {
  const t = useWords(uiWords)
  const { data: found } = useQuery({
    queryKey: ['identical-file', place, file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) => {
      const sha256 = await sha256Of(file)
      return (sha256 && (await find(sha256, signal))) || null
    },
    gcTime: 0,
  })
  if (!found) return null
  return (
    <Alert
      variant="default"
      mt="xs"
      icon={<IconCopy size={18} aria-hidden />}
      title={t('files.identical')}
      role="status"
    >
      {t('files.identicalText', { name: file.name })}{' '}
      <Anchor component={AppLink} href={found.href} size="sm" target="_blank" c="var(--accent-text)" underline="always">
        {found.title}
      </Anchor>
      <div>
        <Button variant="default" size="compact-sm" mt="xs" onClick={onLeaveOut}>
          {t('files.leaveOut')}
        </Button>
      </div>
    </Alert>
  )
}
