import { Anchor } from '@mantine/core'
import { IconWritingSign } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  type Options,
  optionsQuery,
  PAGES,
  signatureKeys,
  takeDocument,
} from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords, signatureProcessWords } from '#features/signatures/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { proposedDraft } from './proposal.ts'
import { Wizard } from './Wizard.tsx'

/** A copy is taken once for each time the page is opened. */
const takenQuery = (id: string) =>
  queryOptions({
    queryKey: [...signatureKeys.all, 'taken', id],
    queryFn: () => takeDocument(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Makes a signature process; the address may name a document of a folder that is to be signed. */
export function NewProcessPage() {
  const t = useWords(signatureDraftWords)
  const processes = useWords(signatureProcessWords)
  const { document } = useUrlFilters(['document']).values
  const options = useQuery(optionsQuery)
  const taken = useQuery({ ...takenQuery(document ?? ''), enabled: document !== undefined })
  const error = options.error ?? taken.error
  const isLoading = options.isPending || (document !== undefined && taken.isPending)
  return (
    <>
      <PageHeader title={t('title')} breadcrumbs={[{ label: processes('title'), href: PAGES }]} />
      {error && <ErrorState error={error} onRetry={() => void (options.error ? options : taken).refetch()} />}
      {!error && isLoading && <LoadingState lines={8} />}
      {!error && !isLoading && options.data && <Begin options={options.data} taken={taken.data} />}
    </>
  )
}

type BeginProps = { options: Options; taken: Parameters<typeof proposedDraft>[1] }

function Begin({ options, taken }: BeginProps) {
  if (options.signature_types.length === 0) return <NoTypes />
  return <Wizard options={options} first={proposedDraft(options, taken)} />
}

function NoTypes() {
  const t = useWords(signatureDraftWords)
  const mayAdd = mayAdmin(useSession(), 'signatures:write')
  return (
    <EmptyState
      icon={IconWritingSign}
      title={t('noTypes')}
      text={t(mayAdd ? 'noTypesAdmin' : 'noTypesText')}
      action={
        mayAdd && (
          <Anchor component={AppLink} href="/portal/admin/signature-types">
            {t('toTypes')}
          </Anchor>
        )
      }
    />
  )
}
