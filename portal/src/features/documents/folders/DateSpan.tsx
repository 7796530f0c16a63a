import { folderWords } from '#features/documents/words.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { useWords } from '#ui/language/words.ts'

type DateSpanProps = {
  since: string | undefined
  until: string | undefined
  onChange: (changes: { since?: string | undefined; until?: string | undefined }) => void
}

/** From one day to another, both included. */
export function DateSpan({ since, until, onChange }: DateSpanProps) {
  const t = useWords(folderWords)
  return (
    <>
      <DateField
        aria-label={t('documents.since')}
        placeholder={t('documents.since')}
        value={since ?? null}
        onChange={(value) => onChange({ since: value ?? undefined })}
        w={190}
      />
      <DateField
        aria-label={t('documents.until')}
        placeholder={t('documents.until')}
        value={until ?? null}
        onChange={(value) => onChange({ until: value ?? undefined })}
        w={190}
      />
    </>
  )
}
