import { listEmployees } from '../../server/src/modules/directory/employees/list-employees.ts'
import type { ListEmployeesQuery } from '../../server/src/modules/directory/employees/schemas.ts'
import type { Bench } from '../harness/bench.ts'
import { COMPANIES, MANAGERS, type ManagerId } from '../harness/content/people.ts'
import { explainList } from '../harness/explain.ts'
import type { Findings } from '../report/findings.ts'
import { reportTimes, type TimedCall, timeCall } from './list-times.ts'

type Call = { name: string; query: Record<string, string> }

/** Every name that is searched for is one of the generator's, or one that it does not know. */
const SEARCHES: Call[] = [
  { name: 'q one person', query: { q: 'e0001234' } },
  { name: 'q first and last name', query: { q: 'ada lindqvist' } },
  { name: 'q last name', query: { q: 'lindqvist' } },
  { name: 'q first name', query: { q: 'ada' } },
  { name: 'q last name, in strict order', query: { q: 'lindqvist', sort: 'name' } },
  { name: 'q two letters', query: { q: 'li' } },
  { name: 'q much and far away', query: { q: 'zhang' } },
  { name: 'q what all have', query: { q: 'people' } },
  { name: 'q no match', query: { q: 'zzyzx' } },
]

const CALLS: Call[] = [
  { name: 'all', query: {} },
  { name: 'terminated', query: { status: 'terminated' } },
  { name: 'changed lately', query: { sort: '-updated_at' } },
  ...(Object.keys(MANAGERS) as ManagerId[]).map((id) => ({
    name: MANAGERS[id],
    query: { visible_by_technical_id: id },
  })),
  ...SEARCHES,
  ...(['company', 'country', 'every'] as const).flatMap((id) =>
    SEARCHES.map(({ name, query }) => ({
      name: `${MANAGERS[id]}, ${name}`,
      query: { ...query, visible_by_technical_id: id },
    })),
  ),
]

/** Employees of perimeters, and searches, in the large company against the same calls in the small one. */
export async function measureEmployees(bench: Bench): Promise<Findings> {
  const { service, database } = bench
  const large = await service.as(COMPANIES.large)
  const small = await service.as(COMPANIES.small)
  const company = { id: COMPANIES.large, languages: [] }
  const calls: TimedCall[] = []
  for (const { name, query } of CALLS) {
    const rest = `/employees?${new URLSearchParams(query)}`
    calls.push({
      name,
      small: await timeCall(bench, small, rest),
      large: await timeCall(bench, large, rest),
      plan: await explainList(database.connection, 'employees', (db) =>
        listEmployees(db, company, query as ListEmployeesQuery, {}),
      ),
    })
  }
  return reportTimes(calls)
}
