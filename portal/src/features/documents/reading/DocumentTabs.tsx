import { employeeDocumentWords } from '#features/documents/words.ts'
import { useWords } from '#ui/language/words.ts'
import { LinkTabs } from '#ui/page/LinkTabs.tsx'

/** The two lists of documents of an employee. */
export function DocumentTabs() {
  const t = useWords(employeeDocumentWords)
  return (
    <LinkTabs
      label={t('tabs.label')}
      tabs={[
        { label: t('tabs.folder'), href: '/portal/documents', exact: true },
        { label: t('tabs.company'), href: '/portal/documents/company' },
      ]}
    />
  )
}
