import {
  counted,
  type ErasedBatch,
  type Eraser,
  type ErasureContext,
  type ErasureSubject,
} from '#kernel/personal-data/eraser.ts'
import { withoutMentions, withoutPerson } from '#kernel/personal-data/pseudonymise.ts'
import type { Work } from '#kernel/work.ts'
import { forgetAnswersTo } from '#modules/webhooks/index.ts'
import { statement } from '#platform/db/statement.ts'
import { listEventsBy, listEventsOf, type RewrittenEvent, rewriteEvents } from '#platform/events/rewrite-events.ts'

const RESOURCES = 100
const EVENTS = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

const count = statement<{ count: number }, { client_id: string; technical_id: string }>(`
  SELECT (SELECT count(*) FROM events WHERE client_id = $client_id AND resource_id <> ''
      AND (resource_id = $technical_id AND type LIKE 'employee.%' OR resource_id = 'employee:' || $technical_id))::integer
    + (SELECT count(*) FROM events
      WHERE client_id = $client_id AND actor_id = $technical_id AND actor_type = 'employee')::integer AS count`)

/** Whose events tell of employees. Others may have the same id: a number of a request, the technical id of a manager. */
const TELLING = new Set([
  'access_package',
  'account',
  'company_document',
  'deletion_request',
  'employee',
  'employee_document',
  'legal_hold',
  'note',
  'request',
  'signature_process',
  'vault_link',
])
const isTelling = ({ type }: RewrittenEvent) => TELLING.has(type.split('.')[0] ?? '')

/** Where a batch begins: behind an event of some resources, of the employee's record, or of what the person did. */
type Place = { stage: 'resources' | 'record' | 'deeds'; resource: string; event: string }

/**
 * Events keep their ids, types, times and order, and say nothing of the person any more. Callbacks tell what the log says, so
 * that they follow; they are signed when they are sent.
 */
export const eventEraser: Eraser = {
  module: 'events',
  async evaluate({ db, client }, { subject }) {
    if (!subject) return { resources: [], kept: [] }
    const [found] = await count(db, { client_id: client.id, technical_id: subject.technical_id })
    return { resources: counted({ event: found?.count ?? 0 }), kept: [] }
  },
  async erase(work, { subject }, context): Promise<ErasedBatch> {
    if (!subject) return { gone: [], files: [], next: undefined }
    const place: Place = context.after ? JSON.parse(context.after) : { stage: 'resources', resource: '', event: FIRST }
    const { rewritten, next } = await STAGES[place.stage](work, subject, { place, context })
    return { gone: counted({ event: rewritten }), files: [], next: next && JSON.stringify(next) }
  },
}

type Turn = { place: Place; context: ErasureContext }
type Done = { rewritten: number; next: Place | undefined }

async function ofResources(work: Work, subject: ErasureSubject, { place, context }: Turn): Promise<Done> {
  const resources = await context.resourcesOf(place.resource, RESOURCES)
  const last = resources.at(-1)
  if (!last) return { rewritten: 0, next: { stage: 'record', resource: '', event: FIRST } }
  const own = new Set(resources.filter(({ isOwn }) => isOwn).map(({ id }) => id))
  const events = await listEventsOf(work.tx, work.client, {
    resource_ids: resources.map(({ id }) => id),
    after: place.event,
    limit: EVENTS,
  })
  const telling = events.filter((event) => isTelling(event) && !isOfRecord(event, subject))
  const rewritten = await rewrite(work, subject, telling, (event) => own.has(event.resource_id))
  const lastEvent = events.at(-1)
  if (lastEvent && events.length === EVENTS) return { rewritten, next: { ...place, event: lastEvent.id } }
  return { rewritten, next: { stage: 'resources', resource: last.id, event: FIRST } }
}

/** What is under the id of the employee is about the employee only where it says so: a request may have it as its number. */
async function ofRecord(work: Work, subject: ErasureSubject, { place }: Turn): Promise<Done> {
  const { technical_id, pseudonym } = subject
  const events = await listEventsOf(work.tx, work.client, {
    resource_ids: [technical_id, pseudonym, `employee:${technical_id}`, `employee:${pseudonym}`],
    after: place.event,
    until: await erasedAt(work, subject),
    limit: EVENTS,
  })
  const rewritten = await rewrite(
    work,
    subject,
    events.filter((event) => isOfRecord(event, subject)),
    () => true,
  )
  const last = events.at(-1)
  if (last && events.length === EVENTS) return { rewritten, next: { ...place, event: last.id } }
  return { rewritten, next: { stage: 'deeds', resource: '', event: FIRST } }
}

/** Those of the employee and of the log-in. Log-ins of managers are others. */
const isOfRecord = ({ type, resource_id }: RewrittenEvent, { technical_id, pseudonym }: ErasureSubject) =>
  type.startsWith('employee.') ||
  (type.startsWith('account.') && [`employee:${technical_id}`, `employee:${pseudonym}`].includes(resource_id))

const findErased = statement<{ erased_at: Date }, { client_id: string; employee_key: string }>(
  'SELECT erased_at FROM erased_employees WHERE client_id = $client_id AND key = $employee_key',
)

/** Since then the id is free: what comes later under it is about somebody else. */
async function erasedAt({ tx, client }: Work, { employee_key }: ErasureSubject): Promise<Date | null> {
  return (await findErased(tx, { client_id: client.id, employee_key }))[0]?.erased_at ?? null
}

async function ofDeeds(work: Work, subject: ErasureSubject, { place }: Turn): Promise<Done> {
  const until = await erasedAt(work, subject)
  const asked = { actor_type: 'employee', actor_id: subject.technical_id, after: place.event, until, limit: EVENTS }
  const events = await listEventsBy(work.tx, work.client, asked)
  const rewritten = await rewrite(work, subject, events, () => false)
  const last = events.at(-1)
  return { rewritten, next: last && events.length === EVENTS ? { ...place, event: last.id } : undefined }
}

const STAGES = { resources: ofResources, record: ofRecord, deeds: ofDeeds }

/** Answers how many say something else now. */
async function rewrite(
  { tx, client }: Work,
  subject: ErasureSubject,
  events: readonly RewrittenEvent[],
  isOwn: (event: RewrittenEvent) => boolean,
): Promise<number> {
  const changed = events.flatMap((event): RewrittenEvent[] => {
    const said = JSON.parse(event.data)
    const after = { ...event, ...erasedActor(event, subject), ...erasedResource(event, subject) }
    const data = JSON.stringify(isOwn(event) ? withoutPerson(said, subject) : withoutMentions(said, subject))
    const isSame =
      data === JSON.stringify(said) && after.actor_id === event.actor_id && after.actor_name === event.actor_name
    return isSame && after.resource_id === event.resource_id ? [] : [{ ...after, data }]
  })
  await rewriteEvents(tx, client, changed)
  await forgetAnswersTo(
    tx,
    client,
    changed.map(({ id }) => id),
  )
  return changed.length
}

function erasedActor(
  { actor_type, actor_id, actor_name }: RewrittenEvent,
  { technical_id, pseudonym }: ErasureSubject,
) {
  const isPerson = actor_type === 'employee' && (actor_id === technical_id || actor_id === pseudonym)
  return isPerson ? { actor_id: pseudonym, actor_name: '' } : { actor_id, actor_name }
}

function erasedResource({ resource_id, type }: RewrittenEvent, { technical_id, pseudonym }: ErasureSubject) {
  if (resource_id === technical_id && type.startsWith('employee.')) return { resource_id: pseudonym }
  return resource_id === `employee:${technical_id}` ? { resource_id: `employee:${pseudonym}` } : {}
}
