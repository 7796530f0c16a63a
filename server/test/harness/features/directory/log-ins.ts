import type { TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { type AccountId, portalCalls, portalHeaders } from '#test/harness/http/portal-calls.ts'
import { aManager, anEmployee, anOrganization, aRole } from './builders.ts'
import { giveCheapPassword } from './passwords.ts'

const PASSWORD = 'a long and lovely one'

/** A company with somebody at the top who may do everything, and people with log-ins. */
export async function aCompany(service: TestApp) {
  const { app } = service
  const { as, sessionOf } = portalCalls(service)
  const top = await anOrganization(service)
  const profile = (role: string) => [{ role, organizations: [top], include_below: true }]
  const managerWith = async (permissions: string[], email = `${unique('m')}@acme.test`) => {
    const profiles = profile(await aRole(service, { permissions }))
    return giveLogIn('manager', await aManager(service, { profiles, email }), email)
  }
  const employee = async (email = `${unique('e')}@acme.test`, organizations = [top]) =>
    giveLogIn('employee', await anEmployee(service, { email, organizations }), email)

  async function giveLogIn(scope: 'employee' | 'manager', id: string, email: string) {
    const account: AccountId = `${scope}:${id}`
    await giveCheapPassword(service, account, PASSWORD)
    return { id, email, account }
  }

  /** Calls with a cookie and from an address of their own, as a browser makes them. */
  let browsers = 0
  const browser = (cookie: string) => {
    let held = cookie
    browsers += 1
    const remoteAddress = `10.0.${browsers >> 8}.${browsers & 255}`
    return async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
      const answer = await app.inject({
        method,
        remoteAddress,
        url: `/portal/api${path}`,
        headers: { ...portalHeaders(method), cookie: held },
        ...(body === undefined ? {} : { payload: body }),
      })
      const [set] = [answer.headers['set-cookie'] ?? []].flat()
      if (set) held = set.split(';')[0] ?? ''
      return answer
    }
  }
  return {
    as,
    sessionOf,
    top,
    managerWith,
    employee,
    browser,
    open: async (who: AccountId) => browser(await sessionOf(who)),
  }
}

export type Company = Awaited<ReturnType<typeof aCompany>>
export { PASSWORD }
