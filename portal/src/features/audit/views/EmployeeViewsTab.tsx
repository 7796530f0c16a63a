import { auditWords } from '#features/audit/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { useWords } from '#ui/language/words.ts'
import { Views } from './Views.tsx'

/** Who opened or downloaded something of an employee. */
export function EmployeeViewsTab() {
  const t = useWords(auditWords)
  const id = usePathParam('id')
  return <Views of={{ subject_technical_id: id }} text={t('views.ofEmployee')} inAudit={{ subject: id }} />
}
