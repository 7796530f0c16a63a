import { useQuery } from '@tanstack/react-query'
import { documentTypeWords } from '#features/documents/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { DocumentTypeForm } from './DocumentTypeForm.tsx'
import { NEW, typeQuery } from './types.api.ts'

/** A type of documents, or a new one. */
export function DocumentTypePage() {
  const t = useWords(documentTypeWords)
  const code = usePathParam('code')
  const isNew = code === NEW
  const query = useQuery({ ...typeQuery(code), enabled: !isNew })
  const title = isNew ? t('new') : (query.data?.name ?? t('one'))
  return (
    <>
      <PageHeader title={title} breadcrumbs={[{ label: t('title'), href: '/portal/admin/document-types' }]} />
      {!isNew && query.isPending && <LoadingState />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {(isNew || query.data) && <DocumentTypeForm key={code} type={isNew ? undefined : query.data} />}
    </>
  )
}
