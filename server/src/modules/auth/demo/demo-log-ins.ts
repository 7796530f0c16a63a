import type { FastifyReply, FastifyRequest } from 'fastify'
import { logIn, type SessionAnswer, type SessionDeps } from '#modules/auth/sessions/log-in.ts'
import { notFound } from '#platform/problem.ts'
import { networkOf } from '../guard/network-of.ts'
import { isLoopbackName } from './demo-entry.ts'
import { type DemoKind, type DemoLogIn, listDemoLogIns } from './queries.ts'

/**
 * Whom the log-in page offers to try the demo as. Nobody where the service does not let the demo be entered, nor on the
 * page of another client. A proxy that serves a demo to others shows by the name that it was called with, or by
 * what it adds to the call.
 */
export async function listOfferedDemo(
  { auth, demoEntry }: SessionDeps,
  request: FastifyRequest,
  client: string | undefined,
): Promise<DemoLogIn[]> {
  if (demoEntry === undefined) return []
  if (demoEntry === 'loopback' && (!isLoopbackName(request.hostname) || isForwarded(request))) return []
  const logIns = await listDemoLogIns(auth.db)
  return logIns.filter((one) => client === undefined || one.client_id === client)
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'].some((name) => headers[name] !== undefined)
}

/** Logs in as a person of the demo. */
export async function enterDemo(deps: SessionDeps, reply: FastifyReply, kind: DemoKind): Promise<SessionAnswer> {
  const { request } = reply
  const offered = await listOfferedDemo(deps, request, undefined)
  const chosen = offered.find((one) => one.kind === kind)
  if (!chosen) throw notFound('demo log-in', kind)
  await deps.auth.guard.count([{ kind: 'question', id: `demo ${networkOf(request.ip)}` }])
  const { client_id, languages, scope, technical_id } = chosen
  return logIn(deps, reply, { client: { id: client_id, languages }, owner: { scope, technicalId: technical_id } })
}
