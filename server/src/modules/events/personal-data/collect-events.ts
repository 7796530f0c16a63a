import type { Collector, CollectorContext, PackageKind } from '#kernel/personal-data/collector.ts'
import type { DataSubject } from '#kernel/personal-data/data-subject.ts'
import { type By, inBatches } from '#kernel/personal-data/in-batches.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import {
  type CollectedEvent,
  type EventSubject,
  listGoneSubjects,
  listNextEvents,
  listPresentSubjects,
} from './queries.ts'
import { shownData } from './shown-data.ts'

const BATCH = 500
/** Events are in their order for so many things; those of further ones follow. */
const SUBJECTS_AT_ONCE = 5000
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Whose events go with a kind that is left out. */
const KIND_OF: Readonly<Record<string, PackageKind>> = {
  employee: 'employee',
  account: 'account',
  employee_document: 'documents',
  vault_link: 'vault',
  request: 'requests',
  note: 'notes',
  signature_process: 'signatures',
}

/** What happened to what is kept about an employee, and what the employee did. */
export const eventCollector: Collector = {
  kind: 'events',
  async *collect(context, subject) {
    const { exclude } = context
    const isWanted = (resource: string) => !exclude.has(KIND_OF[resource] ?? 'events')
    const subjects = (await subjectsOf(context, subject)).filter(({ resource }) => isWanted(resource))
    for (let from = 0; from === 0 || from < subjects.length; from += SUBJECTS_AT_ONCE) {
      const some = subjects.slice(from, from + SUBJECTS_AT_ONCE)
      for await (const event of eventsOf(context, subject, { some, isFirst: from === 0 })) {
        const resource = resourceOf(event)
        // Who holds what is never told.
        if (!isWanted(resource) || resource === 'legal_hold') continue
        // Own ones were there already.
        if (from > 0 && isOwn(event, subject)) continue
        yield { data: presented(event, subject), title: event.type, date: event.created_at, files: [] }
      }
    }
  },
}

async function subjectsOf({ db, client }: CollectorContext, { employee_key, technical_id }: DataSubject) {
  const asked = { client_id: client.id, technical_id }
  const [present, gone] = await Promise.all([
    listPresentSubjects(db, { ...asked, employee_key }),
    listGoneSubjects(db, asked),
  ])
  return [...new Map([...present, ...gone].toReversed().map((one) => [`${one.resource} ${one.id}`, one])).values()]
}

function eventsOf(
  { db, client }: CollectorContext,
  { technical_id }: DataSubject,
  { some, isFirst }: { some: readonly EventSubject[]; isFirst: boolean },
) {
  const asked = {
    client_id: client.id,
    technical_id,
    resources: some.map(({ resource }) => resource),
    ids: some.map(({ id }) => id),
    others: some.map(({ is_other }) => is_other),
    with_own: isFirst,
    limit: BATCH,
  }
  return inBatches<CollectedEvent>((last) => listNextEvents(db, { ...asked, after: last?.id ?? FIRST }))
}

const resourceOf = ({ type }: CollectedEvent) => type.split('.')[0] ?? ''

const isOwn = ({ actor_type, actor_id }: CollectedEvent, { technical_id }: DataSubject) =>
  actor_type === 'employee' && actor_id === technical_id

function presented(event: CollectedEvent, subject: DataSubject) {
  const { id, type, data, created_at, is_other } = event
  return {
    id,
    type,
    created_at: inMilliseconds(created_at),
    by: byOf(event, subject),
    data: shownData(type, data, is_other),
  }
}

function byOf(event: CollectedEvent, subject: DataSubject): By {
  if (isOwn(event, subject)) return 'me'
  return event.actor_type === 'user' ? 'manager' : event.actor_type
}
