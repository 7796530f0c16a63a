import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Work } from '#kernel/work.ts'
import { invite, setLogInActive } from '#modules/auth/index.ts'
import {
  findPersonIds,
  isAccountId,
  listLogIns,
  type PeopleFilter,
  type PersonLogIn,
  parseAccountId,
} from '#modules/directory/index.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { notFound } from '#platform/problem.ts'
import type { BulkKind, BulkOptions } from './bulk-kind.ts'
import { refuseNotPermitted } from './refuse-not-permitted.ts'

type Step = {
  /** Why the log-in of a person needs no change, if it needs none. */
  skip(logIn: PersonLogIn, options: BulkOptions): string | undefined
  change(work: Work, id: string): Promise<void>
  mails: boolean
}

const invitation: Step = {
  skip({ state, email }, { invite_again: again = false }) {
    if (state === 'active') return 'already_active'
    if (state === 'switched_off') return 'switched_off'
    if (state === 'invited' && !again) return 'already_invited'
    return email === null ? 'no_email' : undefined
  },
  change: (work, id) => invite(work, parseAccountId(id)),
  mails: true,
}
const switchingOff: Step = {
  skip: ({ has_log_in, state }) =>
    has_log_in ? (state === 'switched_off' ? 'already_switched_off' : undefined) : 'no_log_in',
  change: (work, id) => setLogInActive(work, id, false),
  mails: false,
}
const switchingOn: Step = {
  skip: ({ state }) => (state === 'switched_off' ? undefined : 'not_switched_off'),
  change: (work, id) => setLogInActive(work, id, true),
  mails: false,
}

function kindOf({ skip, change, mails }: Step): BulkKind<PeopleFilter> {
  return {
    refuseUnlessMay: (person: SessionPerson) => {
      for (const needed of ['users:read', 'users:write']) {
        if (!covers(person.admin_permissions, needed)) refuseNotPermitted(needed)
      }
    },
    isId: isAccountId,
    find: (db, { client }, filter, most) => findPersonIds(db, client, filter, most),
    async forecast(db, { client }, ids, options) {
      const logIns = await listLogIns(db, client, ids.map(parseAccountId))
      const skipped = Map.groupBy(logIns, (one) => skip(one, options))
      const changed = skipped.get(undefined)?.length ?? 0
      const reasons = [...skipped].flatMap(([code, all]) => (code === undefined ? [] : [{ code, count: all.length }]))
      return { changed, mails: mails ? changed : 0, skipped: reasons }
    },
    async apply(work, _context, { id, options }) {
      // Two bulk actions that hold the same person come one after the other: the second sees what the first did.
      await takeLock(work.tx, `bulk log-in ${work.client.id} ${id}`)
      const [logIn] = await listLogIns(work.tx, work.client, [parseAccountId(id)])
      if (!logIn) throw notFound('person', id)
      const skipped = skip(logIn, options)
      if (skipped === undefined) await change(work, id)
      return skipped
    },
  }
}

export const peopleKinds = {
  'people.invite': kindOf(invitation),
  'people.switch_off': kindOf(switchingOff),
  'people.switch_on': kindOf(switchingOn),
}
