import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import { presentModules } from '#modules/governance/erasure/present.ts'
import type { DeletionRow } from '#modules/governance/erasure/queries.ts'
import { lookup } from '#platform/db/statement.ts'
import type { Report } from '#platform/pdf/workers/pdf-workers.ts'
import { REPORT_WORDS, type ReportWords } from './report-words.ts'

/** So many kept items are on the pages; a reader of more has the JSON. */
const MAX_LISTED = 1000

const findCompany = lookup<{ name: string; languages: string[] }, { client_id: string }>(
  'SELECT name, languages FROM clients WHERE id = $client_id',
)

type Reported = { row: DeletionRow; sha256: string }
type Row = [label: string, value: string]

/** What the PDF shows, in the language of the client. */
export async function deletionReport(
  { db }: JobContext,
  client: Client,
  { row, sha256 }: Reported,
): Promise<{ report: Report; company: string }> {
  const [{ name: company, languages } = { name: client.id, languages: [] }] = await findCompany(db, {
    client_id: client.id,
  })
  const { words } = REPORT_WORDS.in(languages[0])
  const kept = keptRows(row, words)
  const paragraphs = [words.intro(company), words.proof(sha256)]
  if (kept.length > MAX_LISTED) paragraphs.push(words.more(MAX_LISTED, kept.length))
  const sections = [
    { title: words.request, rows: factRows(row, words) },
    { title: words.gone, rows: goneRows(row, words) },
    ...(kept.length > 0 ? [{ title: words.kept, rows: kept.slice(0, MAX_LISTED) }] : []),
  ]
  return { report: { title: words.title, paragraphs, sections, footer: words.footer(row.id) }, company }
}

/** `2024-01-31 09:30:00`, in UTC. */
const momentOf = (when: Date | null) => (when ? when.toISOString().slice(0, 19).replace('T', ' ') : '')

function factRows(row: DeletionRow, { facts, outcomes }: ReportWords): Row[] {
  const rows: Row[] = [
    [facts.id, row.id],
    [facts.resource, row.resource_id],
    [facts.outcome, row.outcome ? outcomes[row.outcome] : ''],
    [facts.confirmed, momentOf(row.confirmed_at)],
    [facts.completed, momentOf(row.completed_at)],
  ]
  return rows.filter(([, value]) => value !== '')
}

function goneRows(row: DeletionRow, words: ReportWords): Row[] {
  return presentModules(row).map(({ id, resources }) => [
    words.modules[id] ?? id,
    resources.map(({ type, count }) => `${type}: ${count}`).join('\n') || words.nothing,
  ])
}

function keptRows(row: DeletionRow, words: ReportWords): Row[] {
  return presentModules(row).flatMap(({ kept }) =>
    kept.map(({ resource_type, resource_id, reason, until }): Row => {
      const lines = [words.reasons[reason], ...(until === null ? [] : [words.until(until)])]
      return [resource_type, [resource_id, ...lines].join('\n')]
    }),
  )
}
