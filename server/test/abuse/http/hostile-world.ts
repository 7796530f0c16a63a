import assert from 'node:assert/strict'
import { startServiceWithSetup } from '#test/harness/processes/service-with-setup.ts'
import { keyInFile, setupInFile } from '#test/harness/setup.ts'
import type { Operation } from './operations.ts'

const PASSWORD = 'a long enough password of the test'

/** Everybody who may call: an application and a key that may do everything, an administrator, an employee. */
const setup = {
  clients: setupInFile.clients.map((client) =>
    client.id !== 'acme'
      ? client
      : {
          ...client,
          organizations: [{ code: 'HQ', name: 'Head office' }],
          roles: [{ code: 'everything', name: 'Everything', permissions: ['*'] }],
          managers: [
            {
              technical_id: 'admin',
              first_name: 'Ad',
              last_name: 'Min',
              email: 'admin@example.com',
              profiles: [{ role: 'everything', organizations: ['HQ'], include_below: true }],
              password: PASSWORD,
            },
          ],
          employees: [
            {
              technical_id: 'ada',
              first_name: 'Ada',
              last_name: 'Moreau',
              email: 'ada@example.com',
              registrations: [{ organization_code: 'HQ', employee_number: '1' }],
              password: PASSWORD,
            },
          ],
          datasets: [
            {
              id: 'offices',
              dimensions: [{ id: 'country', localized_names: [] }],
              values: [{ code: 'fr', localized_names: [] }],
            },
          ],
        },
  ),
}

export type World = Awaited<ReturnType<typeof startHostileWorld>>

/** The service as a process of its own, and the headers of everybody who may call it. */
export async function startHostileWorld() {
  const { url, process, output } = await startServiceWithSetup({
    setup,
    env: { LOG_LEVEL: 'error' },
  })
  const token = await tokenOf(url)
  const [admin, ada] = await Promise.all(['admin@example.com', 'ada@example.com'].map((email) => logIn(url, email)))
  const headers: Record<Operation['group'], Record<string, string>[]> = {
    token: [{ authorization: `Bearer ${token}` }],
    key: [{ 'x-api-key': keyInFile('acme-api-key') }],
    session: [admin, ada].map((cookie) => ({ cookie: cookie ?? '', 'x-requested-with': 'dossier' })),
    anyone: [{ 'x-requested-with': 'dossier', authorization: `Basic ${btoa('payroll:payroll-secret')}` }],
  }
  return { url, pid: process.pid as number, output, headers }
}

async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v2/client/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('payroll:payroll-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: 'acme' }),
  })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function logIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/portal/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'dossier' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  assert.equal(answer.status, 200, await answer.text())
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
