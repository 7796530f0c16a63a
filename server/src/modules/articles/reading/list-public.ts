import type { Client } from '#kernel/work.ts'
import { matchEmployee, matchManager, matchReaders } from '#modules/articles/audiences/queries.ts'
import { type ArticlePage, listMatching } from '#modules/articles/search/list-matching.ts'
import type { PublicListQuery } from '#modules/articles/writing/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { invalid, malformed } from '#platform/problem.ts'

/** Group C: a page of articles by its number, with how many there are in all. */
export async function listPublic(db: Db, client: Client, query: PublicListQuery): Promise<ArticlePage> {
  const audiences = await audiencesOf(db, client, query)
  const { state, featured, category_code: category, query: text, order_by: orderBy, page, per_page: perPage } = query
  // A filter by readers implies published articles.
  if (audiences && state === 'draft') return { rows: [], total: 0 }
  const wanted = audiences ? 'published' : state
  return listMatching(db, client, { state: wanted, featured, category, audiences, text, orderBy, page, perPage })
}

/** Undefined when it does not matter who reads. */
async function audiencesOf(db: Db, client: Client, query: PublicListQuery) {
  const { accessible_by, employee_technical_id: employee, manager_technical_id: manager } = query
  const readers = accessible_by && (accessible_by.startsWith('employee') ? 'employees' : 'managers')
  if (employee !== undefined && manager !== undefined) {
    throw malformed('Specify employee_technical_id or manager_technical_id, not both.')
  }
  if (employee !== undefined && readers === 'managers') {
    throw malformed('employee_technical_id requires accessible_by employees.')
  }
  if (manager !== undefined && readers === 'employees') {
    throw malformed('manager_technical_id requires accessible_by managers.')
  }
  if (employee !== undefined) {
    const matched = await matchEmployee(db, client, employee)
    if (matched) return matched
    throw invalid('employee_technical_id', 'unknown_employee', `Employee ${employee} not found.`)
  }
  if (manager !== undefined) {
    const matched = await matchManager(db, client, manager)
    if (matched) return matched
    throw invalid('manager_technical_id', 'unknown_manager', `Manager ${manager} not found.`)
  }
  return readers && matchReaders(db, client, readers)
}
