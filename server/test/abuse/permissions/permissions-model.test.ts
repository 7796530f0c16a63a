import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { APPLICATION_RESOURCES } from '#kernel/access/resources.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo } from '#test/harness/builders.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import {
  build,
  employee,
  fresh,
  type Held,
  holdByModel,
  holdByService,
  type Names,
  numbers,
  pairsOf,
  permissions,
  profileOf,
  profiles,
  readTree,
  world,
} from './permissions-world.ts'

const service = await startApp()
const { as } = portalCalls(service)

const { organization, role, manager } = numbers
const parent = fc.option(organization, { freq: 3 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), organization, parent }) },
  fc.record({ kind: fc.constant('insert' as const), organization, parent }),
  fc.record({ kind: fc.constant('remove' as const), organization }),
  fc.record({ kind: fc.constant('role' as const), role, permissions }),
  fc.record({ kind: fc.constant('profiles' as const), manager: fc.option(manager), profiles }),
  fc.record({ kind: fc.constant('address' as const), manager }),
  fc.record({ kind: fc.constant('password' as const), manager }),
  fc.record({ kind: fc.constant('vault' as const), employee }),
  fc.record({ kind: fc.constant('dismiss' as const), manager }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('transfer' as const), employee, organization }) },
  fc.record({ kind: fc.constant('application' as const), permissions }),
  fc.record({ kind: fc.constant('provider' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A call, and what X can be or do from then on if it is answered with a success. */
type Call = {
  method: 'PUT' | 'PATCH' | 'POST' | 'DELETE'
  path: string
  body?: object
  /** Whose log-in X has then, or whom X has got rid of. */
  takes?: string
  /** What X has issued, for the whole client. */
  issues?: readonly string[]
  /** Whose registrations change: other managers gain what they hold in the new organization. */
  transfers?: string
}

function callOf(given: Step, names: Names, isManager: boolean): Call {
  const name = (list: string[], index: number | null) => (index === null ? null : (list[index] ?? ''))
  switch (given.kind) {
    case 'move': {
      const path = `/organizations/${name(names.organizations, given.organization)}`
      return { method: 'PATCH', path, body: { parent: name(names.organizations, given.parent) } }
    }
    case 'insert': {
      // A new organization, which a later step may put others below.
      names.organizations[given.organization] = fresh()
      const path = `/organizations/${name(names.organizations, given.organization)}`
      return { method: 'PUT', path, body: { name: 'New', parent: name(names.organizations, given.parent) } }
    }
    case 'remove':
      return { method: 'DELETE', path: `/organizations/${name(names.organizations, given.organization)}` }
    case 'role':
      return {
        method: 'PATCH',
        path: `/roles/${name(names.roles, given.role)}`,
        body: { permissions: given.permissions },
      }
    case 'profiles': {
      const body = { profiles: given.profiles.map((one) => profileOf(names, one)) }
      const known = name(names.managers, given.manager)
      if (known !== null) return { method: 'PATCH', path: `/users/${known}`, body }
      const person = { first_name: 'New', last_name: 'Manager', email: 'new@acme.test' }
      return { method: 'PUT', path: `/users/${fresh()}`, body: { ...person, ...body } }
    }
    case 'address': {
      const takes = name(names.managers, given.manager) ?? ''
      return { method: 'PATCH', path: `/users/${takes}`, body: { email: `${fresh()}@acme.test` }, takes }
    }
    case 'password': {
      const takes = name(names.managers, given.manager) ?? ''
      if (isManager) return { method: 'POST', path: `/accounts/manager:${takes}/invitations`, takes }
      return { method: 'PUT', path: `/accounts/manager:${takes}`, body: { password: 'known-to-x' }, takes }
    }
    case 'vault': {
      const path = `/accounts/employee:${name(names.employees, given.employee)}`
      return { method: 'PUT', path, body: { password: 'known-to-x' }, issues: ['*'] }
    }
    case 'dismiss': {
      const takes = name(names.managers, given.manager) ?? ''
      return { method: 'DELETE', path: `/users/${takes}`, takes }
    }
    case 'transfer': {
      const transfers = name(names.employees, given.employee) ?? ''
      const at = { organization_code: name(names.organizations, given.organization), employee_number: '1' }
      return { method: 'PATCH', path: `/employees/${transfers}`, body: { registrations: [at] }, transfers }
    }
    case 'application': {
      const body = { id: fresh(), permissions: given.permissions.length > 0 ? given.permissions : ['*'] }
      return { method: 'POST', path: '/applications', body, issues: body.permissions }
    }
    case 'provider': {
      const body = { name: 'Own', entity_id: fresh(), sso_url: 'https://idp.test', certificates: [CERTIFICATE] }
      return { method: 'PUT', path: `/saml_identity_providers/${fresh()}`, body, issues: ['*'] }
    }
  }
}

/** What nobody may gain: pairs of targets that were there before, without what X held. */
function gains(before: Held, after: Held, held: Set<string>, targets: Set<string>): string[] {
  return [...after].flatMap(([id, pairs]) => {
    const known = before.get(id)
    const gained = [...pairs].filter((pair) => !known?.has(pair) && !held.has(pair))
    return gained.filter((pair) => targets.has(targetOf(pair))).map((pair) => `${id} gained ${pair}`)
  })
}

const targetOf = (pair: string) => pair.slice(pair.indexOf('@') + 1)

async function targetsOf(): Promise<Set<string>> {
  const { organizations, employees } = await readTree(service)
  return new Set(['client', ...organizations.map((one) => one.code), ...employees.map((one) => one.technical_id)])
}

type Actor = { id: string | undefined; send(call: Call): Promise<{ statusCode: number; body: string }>; own: string[] }

async function actorOf(names: Names, own: string[], isManager: boolean): Promise<Actor> {
  if (isManager) {
    const id = names.managers[0] ?? ''
    const call = as(`manager:${id}`)
    return { id, own, send: ({ method, path, body }) => call(method, `/admin${path}`, body ? { body } : {}) }
  }
  // What a role gives with `users`, an application is issued for by itself.
  const issuable = own.filter((one) => one === '*' || (one.split(':')[0] ?? '') in APPLICATION_RESOURCES)
  const issued = own.includes('users:*') ? [...issuable, 'accounts:*', 'organization_groups:*'] : issuable
  const headers = await allowedTo(service, ...issued)
  const send = ({ method, path, body }: Call) => service.v2(method, path, { headers, ...(body ? { body } : {}) })
  return { id: undefined, own, send }
}

/** Organizations come with their groups: an application holds a role's permission only with all of its parts. */
const heldByApplication = (own: string[], targets: Set<string>) =>
  new Set(pairsOf(own.includes('users:*') ? own : own.filter((one) => one !== 'organizations:*'), [...targets]))

/**
 * Makes the call, and compares what everybody held before with what they hold after it, which it answers if the call was
 * taken.
 */
async function play(actor: Actor, before: Held, call: Call): Promise<Held | undefined> {
  const targets = await targetsOf()
  const held = actor.id === undefined ? heldByApplication(actor.own, targets) : (before.get(actor.id) ?? new Set())
  const answer = await actor.send(call)
  assert.ok(answer.statusCode < 500, answer.body)
  if (answer.statusCode >= 300) return undefined
  const after = await holdByModel(service)
  assert.deepEqual(await holdByService(service, after.keys()), after, 'the service and the model differ')

  const wrong = gains(before, after, held, targets).filter((one) => {
    const isInherent = call.transfers !== undefined && one.endsWith(`@${call.transfers}`)
    return !isInherent || one.startsWith(`${actor.id} `)
  })
  const taken = call.takes === undefined || call.takes === actor.id ? [] : (before.get(call.takes) ?? [])
  const issued = pairsOf(call.issues ?? [], ['client'])
  for (const pair of [...taken, ...issued]) if (!held.has(pair)) wrong.push(`X gained ${pair}`)
  assert.deepEqual(wrong, [], `${call.method} ${call.path} ${JSON.stringify(call.body)}`)
  return after
}

describe('no sequence of calls gives anybody a permission that the caller does not hold', () => {
  for (const [name, seed] of Object.entries({ 'a fixed seed': 21, 'a seed of its own': Date.now() % 2 ** 31 })) {
    test(`${name} (${seed})`, async () => {
      let taken = 0
      await fc.assert(
        fc.asyncProperty(world, fc.array(step, { minLength: 5, maxLength: 15 }), async (given, steps) => {
          const names = await build(service, given)
          const actor = await actorOf(names, given.own, given.isManager)
          let held = await holdByModel(service)
          for (const one of steps) {
            // What a refused call changed all the same shows with the next one.
            const after = await play(actor, held, callOf(one, names, given.isManager))
            if (after) taken += 1
            held = after ?? held
          }
        }),
        { seed, numRuns: 40 },
      )
      assert.ok(taken >= 20, `only ${taken} calls were taken: the test says little`)
    })
  }
})
