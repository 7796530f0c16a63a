import type { TestApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import type { AccountId } from '#test/harness/http/portal-calls.ts'

/** A call of the portal API that one person may make and others may not. */
export type IsolationCase = {
  operationId: string
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /portal/api; names what belongs to the employee or the organization PAR. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Whom it works for: employee:E-PAR, manager:M-PAR (everything in PAR), or manager:M-ALL (everything everywhere). */
  who: AccountId
  /** A list answers everybody; what must be in the answer of `who` and in nobody else's. */
  finds?: string
  /** For what belongs to every person alike, such as one's own session: only people who are not logged in are refused. */
  isForEveryone?: boolean
}

export type World = { service: TestApp }

/**
 * Two clients. In acme: organizations HQ, with PAR and LON below; managers M-ALL (role `everything` in HQ and below),
 * M-PAR and M-LON (the same in PAR and in LON only), M-NONE (in HQ and below, may read organizations and nothing else);
 * employees E-PAR and E-LON. In globex: manager GM-ALL, employee GE-1.
 */
export async function makeWorld(service: TestApp): Promise<World> {
  const everything = 'everything'
  const little = 'little'
  await anOrganization(service, { code: 'HQ' })
  for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
  await aRole(service, { code: everything })
  await aRole(service, { code: little, permissions: ['organizations:read'] })
  const profile = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
  await aManager(service, { technical_id: 'M-ALL', profiles: profile(everything, 'HQ') })
  await aManager(service, { technical_id: 'M-PAR', profiles: profile(everything, 'PAR') })
  await aManager(service, { technical_id: 'M-LON', profiles: profile(everything, 'LON') })
  await aManager(service, { technical_id: 'M-NONE', profiles: profile(little, 'HQ') })
  await anEmployee(service, { technical_id: 'E-PAR', organizations: ['PAR'] })
  await anEmployee(service, { technical_id: 'E-LON', organizations: ['LON'] })
  await anOrganization(service, { code: 'G-HQ', owner: globex })
  await aRole(service, { code: everything, owner: globex })
  await aManager(service, { technical_id: 'GM-ALL', profiles: profile(everything, 'G-HQ'), owner: globex })
  await anEmployee(service, { technical_id: 'GE-1', organizations: ['G-HQ'], owner: globex })
  return { service }
}
