import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { type DocumentCollection, employeeAddresses } from '#shared/documents/addresses.ts'
import { useWords } from '#ui/language/words.ts'

/** Takes the file away. */
export function DownloadButton({ place, id }: { place: DocumentCollection; id: string }) {
  const t = useWords(employeeDocumentWords)
  return (
    <Button
      component="a"
      href={employeeAddresses(place, id).download}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t('document.download')}
    </Button>
  )
}
