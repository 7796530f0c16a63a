import type { TestApp } from '#test/harness/app.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { aManager, anEmployee, anOrganization, aRole } from './builders.ts'

/**
 * HQ with PAR and LON below. The managers `all` (in HQ and below) and `par` (in PAR) may do everything; `reader` may read
 * everything in PAR and change nothing; `stranger` has no role. The employees `ada` in PAR and `bob` in LON.
 */
export async function managerWorld(service: TestApp, readerPermissions: string[]) {
  await anOrganization(service, { code: 'HQ', name: 'Head office' })
  for (const [code, name] of Object.entries({ PAR: 'Paris', LON: 'London' })) {
    await anOrganization(service, { code, name, parent: 'HQ' })
  }
  await aRole(service, { code: 'everything' })
  await aRole(service, { code: 'reading', permissions: readerPermissions })
  const profile = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
  await aManager(service, { technical_id: 'all', first_name: 'Al', profiles: profile('everything', 'HQ') })
  await aManager(service, { technical_id: 'par', first_name: 'Pa', profiles: profile('everything', 'PAR') })
  await aManager(service, { technical_id: 'reader', profiles: profile('reading', 'PAR') })
  await aManager(service, { technical_id: 'stranger', profiles: [] })
  await anEmployee(service, { technical_id: 'ada', first_name: 'Ada', last_name: 'Moreau', organizations: ['PAR'] })
  await anEmployee(service, { technical_id: 'bob', first_name: 'Bob', last_name: 'Clarke', organizations: ['LON'] })
  const { as } = portalCalls(service)
  return {
    as,
    all: as('manager:all'),
    par: as('manager:par'),
    reader: as('manager:reader'),
    stranger: as('manager:stranger'),
  }
}
