import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'
import { openKeyedSemaphore } from './keyed-semaphore.ts'
import { networkOf } from './network-of.ts'
import { findBlocks, giveBack, listKnown, rememberNetwork, takeTry } from './queries.ts'

const LONGEST_WAIT_SECONDS = 900
/** Without an attempt for this long, the count is reset. */
const MEMORY_SECONDS = 2 * LONGEST_WAIT_SECONDS
const KNOWN_SECONDS = 30 * 24 * 3600
/** Tries of one network that a process looks at at once. Right secrets, which are given back, do not add up to a wait. */
const AT_ONCE = 4

type Limit = { firstSlowed: number; longestWaitSeconds?: number; windowSeconds?: number }

/**
 * From this try on there is a wait, doubled by each one after it.
 *
 * - `address`: programs that call from one network. `network`: people, of whom many share one network.
 * - `pair`: one account, tried from one network.
 * - `account`, `application`, `api_keys`: tried from anywhere. They slow only networks from which no one has logged
 *   in to that account in the last 30 days, so that a stranger who guesses does not keep the owner out.
 * - `mailbox`: mails to one address. `question`: look-ups of an address. Each call counts.
 */
const LIMITS = {
  address: { firstSlowed: 10 },
  network: { firstSlowed: 100, longestWaitSeconds: 60 },
  pair: { firstSlowed: 10 },
  account: { firstSlowed: 30 },
  application: { firstSlowed: 30 },
  api_keys: { firstSlowed: 1000, windowSeconds: 3600 },
  mailbox: { firstSlowed: 4 },
  question: { firstSlowed: 100 },
} as const satisfies Record<string, Limit>

type Kind = keyof typeof LIMITS

/** What tries are counted for. With `unlessKnown`, networks from which it has logged in before are exempt. */
export type Subject = { kind: Kind; id: string; unlessKnown?: boolean }

/** Slows down guessing. The counts are in the database, so all processes share them. */
export type LoginGuard = {
  /**
   * Has a secret checked. The try is counted before, and given back when the check finds that the secret is right.
   * Undefined means that it is wrong; what the check throws has nothing to do with the secret. 429 when it has to wait.
   */
  attempt<T>(address: string, subjects: Subject[], check: () => Promise<T | undefined>): Promise<T | undefined>
  /** Counts a call that nothing gives back. 429 when it has to wait. */
  count(subjects: Subject[]): Promise<void>
  /** Notes that this account has logged in from there. */
  remember(address: string, subjects: Subject[]): Promise<void>
}

type GuardDeps = { db: Db; clock: Clock; keyring: Keyring }

export function openLoginGuard(deps: GuardDeps): LoginGuard {
  const gate = openKeyedSemaphore(AT_ONCE)
  const tries = openTries(deps)
  const networks = openKnownNetworks(deps)
  return {
    attempt(address, subjects, check) {
      const network = networkOf(address)
      return gate(network, async () => {
        const taken = await tries.take(await networks.countedFrom(network, subjects))
        const result = await check().catch(async (error: unknown) => {
          await tries.release(taken)
          throw error
        })
        if (result === undefined) return undefined
        await tries.release(taken)
        await networks.remember(network, subjects)
        return result
      })
    },
    async count(subjects) {
      await tries.take(subjects)
    },
    remember: (address, subjects) => networks.remember(networkOf(address), subjects),
  }
}

type Taken = { subject: Buffer; blockedUntil: Date }

function openTries({ db, clock, keyring }: GuardDeps) {
  const fingerprint = ({ kind, id }: Subject) => keyring.fingerprint(`${kind} ${id}`)

  async function refuseIfBlocked(subjects: Subject[]): Promise<void> {
    const blocks = await findBlocks(db, { subjects: subjects.map(fingerprint), now: clock.now() })
    if (blocks.length === 0) return
    const end = Math.max(...blocks.map(({ blocked_until }) => blocked_until.getTime()))
    throw tooMany(Math.ceil((end - clock.now().getTime()) / 1000))
  }

  /** From the narrowest to the widest: a try that has to wait for its account does not count for its network. */
  async function take(subjects: Subject[]): Promise<Taken[]> {
    await refuseIfBlocked(subjects)
    const taken: Taken[] = []
    for (const one of subjects) {
      const subject = fingerprint(one)
      const [row] = await takeTry(db, { subject, now: clock.now(), ...limitsOf(one.kind) })
      if (!row) {
        await release(taken)
        await refuseIfBlocked(subjects)
        throw tooMany(1)
      }
      taken.push({ subject, blockedUntil: row.blocked_until })
    }
    return taken
  }

  async function release(taken: Taken[]): Promise<void> {
    for (const { subject, blockedUntil } of taken) await giveBack(db, { subject, blocked_until: blockedUntil })
  }

  return { take, release }
}

function limitsOf(kind: Kind) {
  const { firstSlowed, longestWaitSeconds, windowSeconds }: Limit = LIMITS[kind]
  return {
    first_slowed: firstSlowed,
    longest_wait_seconds: longestWaitSeconds ?? LONGEST_WAIT_SECONDS,
    memory_seconds: windowSeconds ?? MEMORY_SECONDS,
    is_window: windowSeconds !== undefined,
  }
}

function openKnownNetworks({ db, clock, keyring }: GuardDeps) {
  const knownFrom = (network: string, { kind, id }: Subject) =>
    keyring.fingerprint(`known network ${kind} ${id} ${network}`)

  /** Those of the subjects whose owner is not known to come from this network. */
  async function countedFrom(network: string, subjects: Subject[]): Promise<Subject[]> {
    const exempt = subjects.filter(({ unlessKnown }) => unlessKnown).map((one) => knownFrom(network, one))
    if (exempt.length === 0) return subjects
    const known = (await listKnown(db, { subjects: exempt, now: clock.now() })).map(({ subject }) => subject)
    return subjects.filter((one) => !(one.unlessKnown && known.some((hash) => hash.equals(knownFrom(network, one)))))
  }

  async function remember(network: string, subjects: Subject[]): Promise<void> {
    const end = new Date(clock.now().getTime() + KNOWN_SECONDS * 1000)
    for (const one of subjects)
      if (one.unlessKnown) await rememberNetwork(db, { subject: knownFrom(network, one), end })
  }

  return { countedFrom, remember }
}

function tooMany(waitSeconds: number): Problem {
  return new Problem('too_many', 'too_many_failures', 'Too many failed attempts. Try again later.', {
    headers: { 'retry-after': String(Math.max(1, waitSeconds)) },
  })
}
