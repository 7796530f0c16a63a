import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { giveCheapPassword } from '#test/harness/features/directory/passwords.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

/** Pairs of an employee and a manager with log-ins; those of `LINKED` are linked. */
async function linkedPeople(service: World['service']): Promise<void> {
  for (const name of ['LINKED', 'ENDING', 'LINKING']) {
    const email = `${name.toLowerCase()}@acme.test`
    await anEmployee(service, { technical_id: `E-${name}`, email })
    await aManager(service, { technical_id: `M-${name}`, email })
    for (const id of [`employee:E-${name}`, `manager:M-${name}`] as const) {
      await giveCheapPassword(service, id, 'an old password')
    }
  }
  for (const name of ['LINKED', 'ENDING']) {
    await service.v2('PUT', `/accounts/employee:E-${name}/link`, { body: { linked_to: `manager:M-${name}` } })
  }
}

const linkCases: IsolationCase[] = [
  {
    operationId: 'listLinks',
    method: 'GET',
    path: '/session/links',
    who: 'employee:E-LINKED',
    isForEveryone: true,
    finds: 'linked@acme.test',
  },
  {
    operationId: 'addLink',
    method: 'POST',
    path: '/session/links',
    who: 'employee:E-LINKING',
    isForEveryone: true,
    body: { email: 'linking@acme.test', password: 'an old password' },
  },
  {
    operationId: 'orderLinkCode',
    method: 'POST',
    path: '/session/links/codes',
    who: 'employee:E-PAR',
    isForEveryone: true,
    body: { email: 'linking@acme.test' },
  },
  {
    operationId: 'removeLink',
    method: 'DELETE',
    path: '/session/links',
    who: 'employee:E-ENDING',
    isForEveryone: true,
  },
]

const addressCases: IsolationCase[] = [
  {
    operationId: 'getLogInAddress',
    method: 'GET',
    path: '/session/email',
    who: 'employee:E-LINKED',
    isForEveryone: true,
    finds: 'linked@acme.test',
  },
  {
    operationId: 'requestEmailChange',
    method: 'POST',
    path: '/session/email',
    who: 'employee:E-LINKED',
    isForEveryone: true,
    body: { email: 'wanted@acme.test', password: 'an old password' },
  },
  {
    operationId: 'cancelEmailChange',
    method: 'DELETE',
    path: '/session/email',
    who: 'employee:E-PAR',
    isForEveryone: true,
  },
]

export async function sessionCases({ service }: World): Promise<IsolationCase[]> {
  const email = 'both@acme.test'
  await anEmployee(service, { technical_id: 'E-BOTH', email })
  await aManager(service, { technical_id: 'M-BOTH', email })
  for (const id of ['employee:E-BOTH', 'manager:M-BOTH']) await service.v2('PUT', `/accounts/${id}`, { body: {} })
  await service.v2('PUT', '/accounts/employee:E-BOTH/link', { body: { linked_to: 'manager:M-BOTH' } })
  for (const technical_id of ['E-LEAVING', 'E-SECRET']) await anEmployee(service, { technical_id })
  await giveCheapPassword(service, 'employee:E-SECRET', 'an old password')
  await linkedPeople(service)
  return [
    {
      operationId: 'getSession',
      method: 'GET',
      path: '/session',
      who: 'employee:E-PAR',
      finds: 'E-PAR',
      isForEveryone: true,
    },
    {
      operationId: 'switchSession',
      method: 'POST',
      path: '/session/switch',
      body: { scope: 'manager' },
      who: 'employee:E-BOTH',
      isForEveryone: true,
    },
    {
      operationId: 'changeLanguage',
      method: 'PATCH',
      path: '/session',
      body: { language: 'fr-fr' },
      who: 'employee:E-PAR',
      finds: 'fr-fr',
      isForEveryone: true,
    },
    {
      operationId: 'changePassword',
      method: 'POST',
      path: '/session/password',
      who: 'employee:E-SECRET',
      isForEveryone: true,
      body: { current: 'an old password', password: 'a new and better one' },
    },
    ...addressCases,
    ...linkCases,
    { operationId: 'logOut', method: 'DELETE', path: '/session', who: 'employee:E-LEAVING', isForEveryone: true },
  ]
}
