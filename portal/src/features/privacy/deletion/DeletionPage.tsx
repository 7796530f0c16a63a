import { useQuery } from '@tanstack/react-query'
import { deletionWords, myDataWords } from '#features/privacy/words.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { AskForDeletion } from './AskForDeletion.tsx'
import { Consequences } from './Consequences.tsx'
import { CurrentRequest } from './CurrentRequest.tsx'
import { deletionsQuery } from './deletion.api.ts'
import classes from './deletion.module.css'
import { PastRequests } from './PastRequests.tsx'
import { isOpen } from './steps.ts'

/** Asking for the deletion of the own data, and what becomes of that. */
export function DeletionPage() {
  const t = useWords(deletionWords)
  const my = useWords(myDataWords)
  const requests = useQuery(deletionsQuery)
  const current = requests.data?.find(isOpen)
  const past = requests.data?.filter((one) => one !== current) ?? []
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumbs={[{ label: my('title'), href: '/portal/my-data' }]}
        description={t('text')}
      />
      {requests.error && !requests.data && (
        <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />
      )}
      {requests.isPending && <LoadingState lines={6} />}
      {requests.data && (
        <div className={classes.page}>
          {current ? <CurrentRequest request={current} /> : <Consequences />}
          {!current && <AskForDeletion />}
          {past.length > 0 && <PastRequests requests={past} />}
        </div>
      )}
    </>
  )
}
