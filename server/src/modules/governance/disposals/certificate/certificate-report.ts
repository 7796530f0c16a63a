import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import type { CertifiedRow } from '#modules/governance/disposals/item-queries.ts'
import type { DisposalRow, NewCertificate } from '#modules/governance/disposals/queries.ts'
import { lookup } from '#platform/db/statement.ts'
import type { Report } from '#platform/pdf/workers/pdf-workers.ts'
import { itemsOf } from './certificate-json.ts'
import { CERTIFICATE_WORDS, type CertificateWords } from './certificate-words.ts'

/** So many items are on the pages; a reader of more has the JSON. */
const MAX_LISTED = 500

const findCompany = lookup<{ name: string; languages: string[] }, { client_id: string }>(
  'SELECT name, languages FROM clients WHERE id = $client_id',
)

type Certified = { row: DisposalRow; json: NewCertificate }

/** What the PDF shows, in the language of the client. */
export async function certificateReport(
  { db }: JobContext,
  client: Client,
  { row, json }: Certified,
): Promise<{ report: Report; company: string }> {
  const [{ name: company, languages } = { name: client.id, languages: [] }] = await findCompany(db, {
    client_id: client.id,
  })
  const { words } = CERTIFICATE_WORDS.in(languages[0])
  const items: CertifiedRow[] = []
  for await (const page of itemsOf({ db, client, row }, ['done'])) {
    items.push(...page.slice(0, MAX_LISTED - items.length))
    if (items.length === MAX_LISTED) break
  }
  const paragraphs = [words.intro(company), words.proof(json.sha256)]
  if (items.length < row.done) paragraphs.push(words.more(items.length, row.done))
  const report = {
    title: words.title,
    paragraphs,
    sections: [
      { title: words.policy, rows: policyRows(row, words) },
      ...approvalSections(row, words),
      { title: words.items, rows: items.map((item) => itemRow(item, words)) },
    ],
    footer: words.footer(row.id),
  }
  return { report, company }
}

type Row = [label: string, value: string]

/** `2024-01-31 09:30:00`, in UTC. */
const momentOf = (when: Date) => when.toISOString().slice(0, 19).replace('T', ' ')

function policyRows(row: DisposalRow, { facts }: CertificateWords): Row[] {
  const { name = '', legal_basis = '' } = row.policy as { name?: string; legal_basis?: string }
  const rows: Row[] = [
    [facts.name, name],
    [facts.id, row.retention_policy_id],
    [facts.basis, legal_basis],
    [facts.disposal, row.id],
    [facts.gathered, row.gathered_at ? momentOf(row.gathered_at) : ''],
    [facts.done, String(row.done)],
    [facts.kept, String(row.held + row.rejected + row.not_due + row.failed)],
    [facts.gone, String(row.gone)],
  ]
  return rows.filter(([, value]) => value !== '')
}

function approvalSections({ approvals }: DisposalRow, words: CertificateWords): Report['sections'] {
  if (approvals.length === 0) return []
  const rows = approvals.map(
    ({ name, technical_id, at, items }): Row => [
      momentOf(new Date(at)),
      `${name} (${technical_id}) · ${words.approved(items)}`,
    ],
  )
  return [{ title: words.approvals, rows }]
}

function itemRow({ resource_id, files, disposed_at }: CertifiedRow, { outcomes }: CertificateWords): Row {
  const lines = files.map(({ sha256, outcome = 'removed' }) => `${sha256} · ${outcomes[outcome]}`)
  return [disposed_at ? momentOf(disposed_at) : '', [resource_id, ...lines].join('\n')]
}
