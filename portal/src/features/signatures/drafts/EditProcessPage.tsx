import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Options,
  optionsQuery,
  PAGES,
  type Process,
  pageOf,
  processQuery,
} from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords, signatureProcessWords } from '#features/signatures/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { draftOf } from './draft.ts'
import { Wizard } from './Wizard.tsx'

/** Goes on with a draft. */
export function EditProcessPage() {
  const id = usePathParam('id')
  const t = useWords(signatureDraftWords)
  const processes = useWords(signatureProcessWords)
  const process = useQuery(processQuery(id))
  const options = useQuery(optionsQuery)
  const error = process.error ?? options.error
  if (!process.data || !options.data) {
    if (!error) return <LoadingPage />
    return (
      <>
        <PageHeader title={t('title')} breadcrumbs={[{ label: processes('title'), href: PAGES }]} />
        <ErrorState error={error} onRetry={() => void (process.error ? process : options).refetch()} />
      </>
    )
  }
  const { title, status, may_write } = process.data
  const breadcrumbs = [
    { label: processes('title'), href: PAGES },
    { label: title, href: pageOf(id) },
  ]
  return (
    <>
      <PageHeader title={t('editTitle')} breadcrumbs={breadcrumbs} windowTitle={title} />
      {status === 'draft' && may_write ? (
        <Draft key={id} process={process.data} options={options.data} />
      ) : (
        <EmptyState
          title={t('notDraft')}
          text={t('notDraftText')}
          action={
            <Button component={AppLink} href={pageOf(id)}>
              {t('toProcess')}
            </Button>
          }
        />
      )}
    </>
  )
}

/** What the draft was when the page was opened is what the wizard starts with, though it is kept again and again. */
function Draft({ process, options }: { process: Process; options: Options }) {
  const [first] = useState(() => draftOf(process))
  return <Wizard options={options} first={first} process={process} />
}
