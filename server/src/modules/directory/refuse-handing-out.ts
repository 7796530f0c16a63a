import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import type { Client } from '#platform/db/work.ts'
import { refuseBeyondOwn } from '#platform/http/beyond-own.ts'
import { callerOf } from '#platform/http/caller.ts'
import { personOf, type SessionPerson } from '#platform/http/session-person.ts'
import { conflict, invalid } from '#platform/problem.ts'

type Handing = { db: Db; client: Client; person: SessionPerson; method: string; id: string; body: Input }
type Input = { permissions?: string[]; profiles?: { role: string }[]; password?: string; is_active?: boolean }

/** What changes permissions, or the log-in of somebody who has some, by the last part of its address. */
const HANDING_OUT: Record<string, (handing: Handing) => Promise<void>> = {
  'roles/:code': changeRole,
  'users/:technical_id': changeUser,
  'accounts/:id': changeAccount,
  ':id/invitations': touchLogIn,
  ':id/sessions': touchLogIn,
}

/**
 * In the portal nobody hands out more than they hold, changes what others hold beyond it, or takes over their log-in.
 * Applications may: what they were issued for is the operator's decision.
 */
export function refuseHandingOut(db: Db) {
  return async (request: FastifyRequest): Promise<void> => {
    const address = (request.routeOptions.url ?? '').split('/').slice(-2).join('/')
    const check = HANDING_OUT[address]
    if (!check || ['GET', 'HEAD'].includes(request.method)) return
    const [id = ''] = Object.values(request.params as Record<string, string>)
    const { client } = callerOf(request)
    const body = (request.body ?? {}) as Input
    await check({ db, client, person: personOf(request), method: request.method, id, body })
  }
}

async function changeRole({ db, client, person, id, body }: Handing): Promise<void> {
  const before = await permissionsOfRoles(db, client, [id])
  refuseBeyondOwn(person, [...before, ...(body.permissions ?? [])])
}

async function changeUser({ db, client, person, method, id, body }: Handing): Promise<void> {
  const isOwn = id === person.technical_id
  if (isOwn && method === 'DELETE') throw conflict('own_log_in', 'Somebody else has to delete you.')
  if (isOwn && body.profiles) throw conflict('own_log_in', 'Somebody else has to change what you may do.')
  const roles = body.profiles?.map(({ role }) => role) ?? []
  refuseBeyondOwn(person, [
    ...(await permissionsOfManager(db, client, id)),
    ...(await permissionsOfRoles(db, client, roles)),
  ])
}

async function changeAccount(handing: Handing): Promise<void> {
  const { person, method, id, body } = handing
  if (body.password !== undefined) throw invalid('password', 'by_mail', 'People choose their passwords themselves.')
  const isSwitchedOff = method === 'DELETE' || body.is_active === false
  if (id === `manager:${person.technical_id}` && isSwitchedOff) {
    throw conflict('own_log_in', 'Somebody else has to switch your log-in off.')
  }
  await touchLogIn(handing)
}

async function touchLogIn({ db, client, person, id }: Handing): Promise<void> {
  if (!id.startsWith('manager:')) return
  refuseBeyondOwn(person, await permissionsOfManager(db, client, id.slice('manager:'.length)))
}

const ofRoles = lookup<{ permissions: string[] }, [string, string[]]>(`
  SELECT permissions FROM roles WHERE client_id = $1 AND code = ANY ($2)`)

async function permissionsOfRoles(db: Db, client: Client, codes: string[]): Promise<string[]> {
  return (await ofRoles(db, client.id, codes)).flatMap(({ permissions }) => permissions)
}

const ofManager = lookup<{ permissions: string[] }, [string, string]>(`
  SELECT role.permissions FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
  WHERE manager.client_id = $1 AND manager.technical_id = $2`)

async function permissionsOfManager(db: Db, client: Client, technicalId: string): Promise<string[]> {
  return (await ofManager(db, client.id, technicalId)).flatMap(({ permissions }) => permissions)
}
