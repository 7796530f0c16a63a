import { type Hit, MAX_COUNTED_HITS, type SearchKind } from '#kernel/search.ts'
import { markMatches } from '#platform/text/mark-matches.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { type FoundRequest, searchEmployeeRequests } from './search-employee-requests.ts'

export const requestSearch: SearchKind = {
  name: 'requests',
  position: 4,
  places: ['request'],
  async find(db, client, { technical_id: technicalId, language }, { q, perPage, at }) {
    const mine = { technicalId, language: language ?? undefined }
    const found = await searchEmployeeRequests(db, client, mine, { q, perPage, at, most: MAX_COUNTED_HITS })
    return { hits: found.rows.map((one) => requestHit(one, q)), total: found.total, next: found.next }
  },
}

function requestHit({ id, subject, form_title, updated_at }: FoundRequest, q: string): Hit {
  const title = markMatches(subject, q)
  return { id, place: 'request', title, text: markMatches(`#${id}`, q), about: form_title, at: inSeconds(updated_at) }
}
