import type { Work } from '#kernel/work.ts'
import { withKnownKeys } from '#platform/http/validation/known-keys.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { type EmployeeResult, putEmployees } from './put-employees.ts'
import { type BulkEmployeesResult, Employee, NewEmployee } from './schemas.ts'

const EmployeeOfBulk = withKnownKeys(NewEmployee, Employee)

/** Creates or replaces many employees: valid ones are stored, the others are answered with their errors. */
export async function putManyEmployees(work: Work, given: object[]): Promise<BulkEmployeesResult> {
  const mistakes = given.map((one) => checkAgainst(EmployeeOfBulk, one))
  const sound = given.filter((_, index) => mistakes[index]?.length === 0) as NewEmployee[]
  const stored = (await putEmployees(work, sound)).values()
  const results = given.map((one, index) => {
    const errors = mistakes[index] ?? []
    const result = errors.length > 0 ? { errors } : (stored.next().value as EmployeeResult)
    return describe((one as Partial<NewEmployee>).technical_id, result)
  })
  const count = (outcome: string) => results.filter((one) => one.outcome === outcome).length
  const [created, updated, unchanged, refused] = ['created', 'updated', 'unchanged', 'refused'].map(count)
  return { created: created ?? 0, updated: updated ?? 0, unchanged: unchanged ?? 0, refused: refused ?? 0, results }
}

function describe(id: unknown, result: EmployeeResult): BulkEmployeesResult['results'][number] {
  const technical_id = typeof id === 'string' ? id : null
  if ('errors' in result) return { technical_id, outcome: 'refused', errors: result.errors }
  return { technical_id, outcome: result.outcome }
}
