import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Keyring } from '#platform/keyring.ts'
import { Problem } from '#platform/problem.ts'

/**
 * What failures are counted for: where the call came from, and the account that it names. Of what costs others
 * something, every call counts: `mailbox` for mails that somebody gets, `question` for what is told of an address.
 */
export type Subject = { kind: keyof typeof FIRST_SLOWED; id: string }

/** From this failure on there is a wait, doubled by each one after it. An account is shared by many addresses. */
const FIRST_SLOWED = { address: 10, application: 30, account: 10, mailbox: 4, question: 100 } as const
const LONGEST_WAIT_SECONDS = 900
/** Without a failure for this long, the count starts anew. */
const MEMORY_SECONDS = 2 * LONGEST_WAIT_SECONDS

/** Slows down whoever guesses secrets. The counts are in the database, so all processes share them. */
export type LoginGuard = {
  /** Throws when one of the subjects has to wait. */
  refuseIfBlocked(subjects: Subject[]): Promise<void>
  recordFailure(subjects: Subject[]): Promise<void>
}

const findBlock = statement<{ blocked_until: Date | null }, [Buffer[]]>(`
  SELECT max(blocked_until) AS blocked_until FROM login_failures WHERE subject = ANY($1)`)

const countFailure = statement<never, [Buffer, Date, number]>(`
  INSERT INTO login_failures AS known (subject, failures, blocked_until, forgotten_at)
  VALUES ($1, 1, $2::timestamptz, $2::timestamptz + interval '${MEMORY_SECONDS} s')
  ON CONFLICT (subject) DO UPDATE SET
    failures = CASE WHEN known.forgotten_at < $2 THEN 1 ELSE known.failures + 1 END,
    blocked_until = CASE
      WHEN known.forgotten_at < $2 OR known.failures + 1 < $3 THEN $2::timestamptz
      ELSE $2::timestamptz + least(${LONGEST_WAIT_SECONDS}, 2 ^ least(known.failures + 1 - $3::integer, 20)) * interval '1 s' END,
    forgotten_at = excluded.forgotten_at`)

export function openLoginGuard({ db, clock, keyring }: { db: Db; clock: Clock; keyring: Keyring }): LoginGuard {
  const fingerprint = ({ kind, id }: Subject) => keyring.fingerprint(`${kind} ${id}`)
  return {
    async refuseIfBlocked(subjects) {
      const [row] = await findBlock(db, subjects.map(fingerprint))
      const waitSeconds = Math.ceil(((row?.blocked_until?.getTime() ?? 0) - clock.now().getTime()) / 1000)
      if (waitSeconds <= 0) return
      throw new Problem('too_many', 'too_many_failures', 'Too many failed attempts. Try again later.', {
        headers: { 'retry-after': String(waitSeconds) },
      })
    },
    async recordFailure(subjects) {
      for (const subject of subjects) {
        await countFailure(db, fingerprint(subject), clock.now(), FIRST_SLOWED[subject.kind])
      }
    },
  }
}
