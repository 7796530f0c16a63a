import type { EntryFilters } from '#features/audit/audit.api.ts'

/** The filters of the page, as its address names them. */
export const NAMES = ['subject', 'actor', 'action', 'since', 'until', 'outcome', 'actor_type', 'object', 'id'] as const
export type FilterName = (typeof NAMES)[number]

/** What the server is asked: days begin and end where the administrator is. */
export function askedOf(values: { [K in FilterName]: string | undefined }): EntryFilters {
  const { subject, actor, action, since, until, outcome, actor_type, object, id } = values
  return {
    subject_technical_id: subject,
    actor_id: actor,
    action: action as EntryFilters['action'],
    outcome: outcome === 'done' || outcome === 'refused' ? outcome : undefined,
    actor_type: actor_type as EntryFilters['actor_type'],
    resource_type: object as EntryFilters['resource_type'],
    resource_id: id,
    at_since: since && beginOf(since),
    at_until: until && endOf(until),
  }
}

const beginOf = (day: string) => momentOf(`${day}T00:00:00`)
const endOf = (day: string) => momentOf(`${day}T23:59:59.999`)

/** Without a zone, a moment is one of this place. A day that is none asks for nothing. */
function momentOf(local: string): string | undefined {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
