import type { Resource } from '#kernel/resources/resource-routes.ts'
import { lockDirectoryShared } from '#modules/directory/directory-lock.ts'
import { presentEmployee } from '#modules/directory/present.ts'
import { TechnicalId } from '#modules/directory/schemas.ts'
import { deleteEmployee } from './delete-employee.ts'
import { listEmployees } from './list-employees.ts'
import { patchEmployee, putEmployee } from './put-employees.ts'
import { findEmployee, lockEmployees } from './queries.ts'
import { Employee, EmployeeInput, ListEmployeesQuery } from './schemas.ts'

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
    await lockDirectoryShared(work)
    return lockEmployees(work.tx, work.client, [technicalId])
  },
  putOne: putEmployee,
  patchOne: patchEmployee,
  deleteOne: deleteEmployee,
}
