import { useQuery } from '@tanstack/react-query'
import { signatureTypeWords } from '#features/signatures/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { DeleteType } from './DeleteType.tsx'
import { TypeForm } from './TypeForm.tsx'
import { NEW, TYPES_PAGE, typeQuery } from './types.api.ts'

/** A signature type, or a new one. */
export function TypePage() {
  const t = useWords(signatureTypeWords)
  const isWriter = mayAdmin(useSession(), 'signatures:write')
  const id = usePathParam('id')
  const isNew = id === NEW
  const query = useQuery({ ...typeQuery(id), enabled: !isNew })
  return (
    <>
      <PageHeader
        title={isNew ? t('new') : (query.data?.name ?? t('one'))}
        breadcrumbs={[{ label: t('title'), href: TYPES_PAGE }]}
        actions={isWriter && query.data && <DeleteType type={query.data} />}
      />
      {!isNew && query.isPending && <LoadingState />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {(isNew || query.data) && <TypeForm key={id} type={isNew ? undefined : query.data} disabled={!isWriter} />}
    </>
  )
}
