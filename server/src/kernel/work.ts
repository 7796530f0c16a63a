import type * as platform from '#platform/db/work.ts'

/** Who acts. */
export type Actor = {
  type: 'application' | 'user' | 'employee' | 'system'
  id: string | null
  name: string | null
}

/** Whose data it is: the tenant, as far as operations need to know it. */
export type Client = { id: string; languages: readonly string[] }

/** The client and the actor of a change. */
export type Caller = {
  client: Client
  actor: Actor
  /** What an application or an API key was issued for. Without it, an application holds no permission. */
  issued?: readonly string[] | undefined
  /** What the call was authenticated with, where the type of the actor does not say it. */
  credential?: 'api_key' | 'shared_token' | 'external'
  /** Where the call came from. */
  address?: string
  /** Whom the audit trail names in place of the actor: a person who comes by a mailed link, for whom events name the system. */
  auditedAs?: { type: 'user' | 'employee'; id: string; name: string | null }
}

/** One transaction, one client, one caller, one moment: everything an operation may change is in it. */
export type Work = platform.Work<Caller>

export type DoWork = platform.DoWork<Caller>

export const systemActor: Actor = { type: 'system', id: null, name: null }
