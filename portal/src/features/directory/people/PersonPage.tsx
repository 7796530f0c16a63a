import { Alert, Button } from '@mantine/core'
import { IconInfoCircle, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { employeeQuery, type Manager, managerQuery, rolesQuery } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { holdsAll, permissionsOf } from '#features/directory/held-permissions.ts'
import { directoryWords } from '#features/directory/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { AccessSection } from './AccessSection.tsx'
import { AccountSection } from './AccountSection.tsx'
import { EmployeeSections } from './EmployeeSections.tsx'
import { identityOf, ManagerForm } from './ManagerForm.tsx'
import { DeleteManager } from './PersonActions.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'

const PEOPLE = '/portal/admin/people'

/** One person: `manager:M-1` or `employee:E-1`. */
export function PersonPage() {
  const id = usePathParam('id')
  const technicalId = id.slice(id.indexOf(':') + 1)
  if (id.startsWith('manager:')) return <ManagerPage technicalId={technicalId} />
  if (id.startsWith('employee:')) return <EmployeePage technicalId={technicalId} />
  return <Unknown />
}

function Unknown() {
  const t = useWords(directoryWords)
  return (
    <>
      <PageHeader title={t('people.title')} />
      <EmptyState
        icon={IconUserQuestion}
        title={t('person.unknown')}
        text={t('person.unknownText')}
        action={
          <Button component={AppLink} href={PEOPLE} variant="default">
            {t('person.back')}
          </Button>
        }
      />
    </>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <Unknown />
  return <ErrorState error={error} onRetry={onRetry} />
}

function ManagerPage({ technicalId }: { technicalId: string }) {
  const t = useWords(directoryWords)
  const { data, error, refetch } = useQuery(managerQuery(technicalId))
  const lock = useLock(data)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPage />
  const name = fullName(data)
  const accountId = `manager:${technicalId}`
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ label: t('people.title'), href: PEOPLE }]}
        description={`${t('people.manager')} · ${technicalId}`}
        actions={!lock.isLocked && !lock.isOwn && <DeleteManager manager={data} />}
      />
      {lock.note && (
        <Alert icon={<IconInfoCircle aria-hidden />} color="blue" mb="lg">
          {lock.note}
        </Alert>
      )}
      <div className={classes.columns}>
        <div>
          <ManagerForm key={JSON.stringify(identityOf(data))} manager={data} disabled={lock.isLocked} />
          <ProfilesSection key={JSON.stringify(data.profiles)} manager={data} disabled={lock.isLocked || lock.isOwn} />
        </div>
        <div>
          <AccountSection id={accountId} name={name} email={data.email} disabled={lock.isLocked} isOwn={lock.isOwn} />
          <AccessSection manager={data} />
        </div>
      </div>
    </>
  )
}

/**
 * Whether the administrator may change a manager: not without the permission, not one who holds more, and not
 * themselves.
 */
function useLock(manager: Manager | undefined) {
  const t = useWords(directoryWords)
  const session = useSession()
  const mayReadRoles = mayAdmin(session, 'roles:read')
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: mayReadRoles })
  const isOwn = manager?.technical_id === session.person.technical_id
  if (!manager) return { isLocked: true, isOwn, note: undefined }
  if (!mayAdmin(session, 'users:write')) return { isLocked: true, isOwn, note: t('person.readOnly') }
  const isBeyond = !holdsAll(session, permissionsOf(manager.profiles, roles))
  if (isBeyond) return { isLocked: true, isOwn, note: t('person.beyondNote', { name: fullName(manager) }) }
  return { isLocked: false, isOwn, note: isOwn ? t('person.ownNote') : undefined }
}

function EmployeePage({ technicalId }: { technicalId: string }) {
  const { data, error, refetch } = useQuery(employeeQuery(technicalId))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPage />
  return <EmployeeSections employee={data} />
}
