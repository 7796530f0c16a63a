import { anEmployee } from '#test/harness/features/directory/builders.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

export async function administrationCases({ service }: World): Promise<IsolationCase[]> {
  await anEmployee(service, { technical_id: 'E-ENDED', organizations: ['PAR'] })
  await service.v2('PUT', '/accounts/employee:E-ENDED', { body: {} })
  const who = 'manager:M-ALL'
  return [
    { operationId: 'listPeople', method: 'GET', path: '/admin/people?q=E-PAR', who, finds: 'employee:E-PAR' },
    { operationId: 'getSetupGuide', method: 'GET', path: '/admin/setup_guide', who, isForEveryone: true },
    { operationId: 'countRoleHolders', method: 'GET', path: '/admin/role_holders', who, finds: '"little"' },
    { operationId: 'getReach', method: 'GET', path: '/admin/users/M-PAR/reach', who },
    { operationId: 'endSessions', method: 'DELETE', path: '/admin/accounts/employee:E-ENDED/sessions', who },
  ]
}
