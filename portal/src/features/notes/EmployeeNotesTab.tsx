import { useQuery } from '@tanstack/react-query'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { covers } from '#kernel/session/permissions.ts'
import { employeeQuery } from '#shared/people/employees.api.ts'
import { Notes } from './Notes.tsx'

/** Notes on an employee. */
export function EmployeeNotesTab() {
  const id = usePathParam('id')
  const permissions = useQuery(employeeQuery(id)).data?.permissions ?? []
  return <Notes subject={{ employee_technical_id: id }} isWriter={covers(permissions, 'notes:write')} />
}
