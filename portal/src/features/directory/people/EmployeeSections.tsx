import { Alert, Button } from '@mantine/core'
import { IconFolderOpen, IconInfoCircle } from '@tabler/icons-react'
import { CustomValuesForm } from '#features/directory/custom-fields/CustomValuesForm.tsx'
import type { Employee } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { directoryWords } from '#features/directory/words.ts'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { AccountSection } from './AccountSection.tsx'
import { EmployeeForm, identityOf } from './EmployeeForm.tsx'
import { DeleteEmployee, RestoreEmployee } from './PersonActions.tsx'
import { RegistrationsForm } from './RegistrationsForm.tsx'

/** One employee, as administrators keep them. */
export function EmployeeSections({ employee }: { employee: Employee }) {
  const t = useWords(directoryWords)
  const format = useFormat()
  const session = useSession()
  const { technical_id, deleted_at, email, status } = employee
  const name = fullName(employee)
  const mayWrite = mayAdmin(session, 'employees:write')
  const isLocked = !mayWrite || deleted_at !== null
  const folder = `/portal/manager/employees/${encodeURIComponent(technical_id)}`
  return (
    <>
      <PageHeader
        title={name}
        badge={status === 'terminated' && <StatusBadge>{t('people.left')}</StatusBadge>}
        breadcrumbs={[{ label: t('people.title'), href: '/portal/admin/people' }]}
        description={`${t('people.employee')} · ${technical_id}`}
        actions={
          <>
            {!isLocked && <DeleteEmployee employee={employee} />}
            {may(session, 'employees:read') && deleted_at === null && (
              <Button
                component={AppLink}
                href={folder}
                variant="default"
                leftSection={<IconFolderOpen size={16} aria-hidden />}
              >
                {t('person.folder')}
              </Button>
            )}
            {mayWrite && deleted_at !== null && <RestoreEmployee employee={employee} />}
          </>
        }
      />
      {(deleted_at !== null || !mayWrite) && (
        <Alert icon={<IconInfoCircle aria-hidden />} color="blue" mb="lg">
          {deleted_at === null ? t('person.readOnly') : t('person.deletedNote', { date: format.date(deleted_at) })}
        </Alert>
      )}
      <div className={classes.columns}>
        <div>
          <EmployeeForm key={JSON.stringify(identityOf(employee))} employee={employee} disabled={isLocked} />
          <RegistrationsForm key={JSON.stringify(employee.registrations)} employee={employee} disabled={isLocked} />
          <CustomValuesForm key={JSON.stringify(employee.custom_fields)} employee={employee} disabled={isLocked} />
        </div>
        <div>
          {deleted_at === null && mayAdmin(session, 'users:read') && (
            <AccountSection
              id={`employee:${technical_id}`}
              name={name}
              email={email}
              disabled={!mayAdmin(session, 'users:write')}
            />
          )}
        </div>
      </div>
    </>
  )
}
