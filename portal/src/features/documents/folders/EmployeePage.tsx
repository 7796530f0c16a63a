import { Button } from '@mantine/core'
import { IconMessagePlus, IconUpload, IconUserCog } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { folderWords } from '#features/documents/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { employeeTabs } from '#kernel/pages/registry.ts'
import { covers, mayAdmin } from '#kernel/session/permissions.ts'
import type { Session } from '#kernel/session/session.api.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { HoldBadge } from '#shared/governance/HoldBadge.tsx'
import { type EmployeeProfile, employeeHoldsQuery, employeePath, employeeQuery } from '#shared/people/employees.api.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useTextOf, useWords, type Word } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { LinkTabs } from '#ui/page/LinkTabs.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmployeeStatus } from './EmployeesPage.tsx'
import { uploadPath } from './folders.api.ts'

/** The folder of an employee: who it is, and tabs for what is in it. */
export function EmployeePage() {
  const t = useWords(folderWords)
  const textOf = useTextOf()
  const id = usePathParam('id')
  const session = useSession()
  const query = useQuery(employeeQuery(id))
  const breadcrumbs = [{ label: t('employees.title'), href: '/portal/manager/employees' }]
  if (!query.data) {
    return (
      <>
        <PageHeader title={t('employee.title')} breadcrumbs={breadcrumbs} />
        {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <LoadingState />}
      </>
    )
  }
  const employee = query.data
  return (
    <>
      <PageHeader
        title={fullName(employee)}
        breadcrumbs={breadcrumbs}
        badge={
          <>
            <EmployeeStatus status={employee.status} />
            <Holds id={id} />
          </>
        }
        description={describeRegistrations(employee)}
        actions={<Actions employee={employee} />}
      />
      <LinkTabs label={t('employee.tabs')} tabs={tabsOf(employee, session, textOf)} />
      <Outlet />
    </>
  )
}

/** Only those of the record itself: what is in the folder has its own. */
function Holds({ id }: { id: string }) {
  const { data } = useQuery(employeeHoldsQuery(id))
  return data ? <HoldBadge holds={data} /> : null
}

function describeRegistrations({ registrations, status, email }: EmployeeProfile): string {
  const places = registrations.filter((one) => one.active || status === 'terminated')
  return [...places.map((one) => `${one.organization_name} · ${one.employee_number}`), email]
    .filter(Boolean)
    .join(' · ')
}

function tabsOf({ technical_id, permissions }: EmployeeProfile, session: Session, textOf: (label: Word) => string) {
  const base = employeePath(technical_id)
  return employeeTabs()
    .filter(({ permission }) => permission === undefined || covers(permissions, permission))
    .filter(
      ({ adminPermissions = [] }) =>
        adminPermissions.length === 0 || adminPermissions.some((one) => mayAdmin(session, one)),
    )
    .map(({ path, label }) => ({
      label: textOf(label),
      href: path === '/' ? base : `${base}${path}`,
      exact: path === '/',
    }))
}

function Actions({ employee: { technical_id, permissions } }: { employee: EmployeeProfile }) {
  const t = useWords(folderWords)
  const session = useSession()
  const mayOpenPerson = mayAdmin(session, 'employees:read') && mayAdmin(session, 'users:read')
  return (
    <>
      {mayOpenPerson && (
        <Button
          component={AppLink}
          href={`/portal/admin/people/${encodeURIComponent(`employee:${technical_id}`)}`}
          variant="default"
          leftSection={<IconUserCog size={16} aria-hidden />}
        >
          {t('employee.person')}
        </Button>
      )}
      {covers(permissions, 'requests:write') && (
        <Button
          component={AppLink}
          href={`/portal/manager/requests/new?employee=${encodeURIComponent(technical_id)}`}
          variant="default"
          leftSection={<IconMessagePlus size={16} aria-hidden />}
        >
          {t('employee.newRequest')}
        </Button>
      )}
      {covers(permissions, 'employee_documents:write') && (
        <Button
          component={AppLink}
          href={uploadPath({ employee: technical_id })}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('employee.upload')}
        </Button>
      )}
    </>
  )
}
