import type { Resource } from '#platform/http/resource-routes.ts'
import { deleteEmployee } from './delete-employee.ts'
import { holdDirectory } from './directory-lock.ts'
import { findEmployee, lockEmployees } from './employee-queries.ts'
import { Employee, EmployeeInput, ListEmployeesQuery } from './employee-schemas.ts'
import { listEmployees } from './list-employees.ts'
import { presentEmployee } from './present.ts'
import { patchEmployee, putEmployee } from './put-employees.ts'
import { TechnicalId } from './schemas.ts'

export const employees: Resource<typeof Employee, typeof ListEmployeesQuery, typeof EmployeeInput> = {
  path: '/employees',
  name: 'employee',
  plural: 'employees',
  idName: 'technical_id',
  id: TechnicalId,
  item: Employee,
  query: ListEmployeesQuery,
  put: EmployeeInput,
  list: listEmployees,
  async find(db, client, technicalId) {
    const row = await findEmployee(db, client, technicalId)
    return row && presentEmployee(row)
  },
  async lock(work, technicalId) {
    await holdDirectory(work)
    return lockEmployees(work.tx, work.client, [technicalId])
  },
  putOne: putEmployee,
  patchOne: patchEmployee,
  deleteOne: deleteEmployee,
}
