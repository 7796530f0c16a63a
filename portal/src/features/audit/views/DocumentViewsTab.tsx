import { auditWords } from '#features/audit/words.ts'
import { useWords } from '#ui/language/words.ts'
import { Views } from './Views.tsx'

/** Who opened or downloaded a document. */
export function DocumentViewsTab({ documentId }: { documentId: string }) {
  const t = useWords(auditWords)
  return <Views of={{ resource_id: documentId }} text={t('views.ofDocument')} inAudit={{ id: documentId }} />
}
