import { aManager, anEmployee } from '#test/harness/directory-builders.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

export async function sessionCases({ service }: World): Promise<IsolationCase[]> {
  const email = 'both@acme.test'
  await anEmployee(service, { technical_id: 'E-BOTH', email })
  await aManager(service, { technical_id: 'M-BOTH', email })
  await service.v2('PUT', '/accounts/manager:M-BOTH', { body: {} })
  for (const technical_id of ['E-LEAVING', 'E-SECRET']) await anEmployee(service, { technical_id })
  await service.v2('PUT', '/accounts/employee:E-SECRET', { body: { password: 'an old password' } })
  return [
    { operationId: 'getSession', method: 'GET', path: '/session', who: 'employee:E-PAR', finds: 'E-PAR', isOwn: true },
    {
      ...{ operationId: 'switchSession', method: 'POST', path: '/session/switch', body: { scope: 'manager' } },
      ...{ who: 'employee:E-BOTH', finds: 'M-BOTH', isOwn: true },
    },
    {
      ...{ operationId: 'changeLanguage', method: 'PATCH', path: '/session', body: { language: 'fr-fr' } },
      ...{ who: 'employee:E-PAR', finds: 'fr-fr', isOwn: true },
    },
    {
      ...{
        operationId: 'changePassword',
        method: 'POST',
        path: '/session/password',
        who: 'employee:E-SECRET',
        isOwn: true,
      },
      body: { current: 'an old password', password: 'a new and better one' },
    },
    { operationId: 'logOut', method: 'DELETE', path: '/session', who: 'employee:E-LEAVING', isOwn: true },
  ]
}
