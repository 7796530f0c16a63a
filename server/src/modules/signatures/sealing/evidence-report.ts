import type { EvidenceRow } from '#modules/signatures/processes/evidence.ts'
import { presentEvidence } from '#modules/signatures/processes/evidence.ts'
import { nameOfSigner, presentProcess } from '#modules/signatures/processes/present.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { SignaturePosition } from '#modules/signatures/processes/schemas.ts'
import type { SignerRow } from '#modules/signatures/signing/queries.ts'
import type { Mark, Report } from '#platform/pdf/workers/pdf-workers.ts'
import type { ReportWords } from './report-words.ts'

type Signed = { process: ProcessRow; evidence: EvidenceRow[]; company: string; words: ReportWords }
type Row = [label: string, value: string]

/** `2024-01-31 09:30:00`, in UTC. */
const moment = (when: Date) => when.toISOString().slice(0, 19).replace('T', ' ')

/** The last pages of a signed document: what was signed, by whom, and the history of the process. */
export function evidenceReport({ process, evidence, company, words }: Signed): Report {
  return {
    title: words.title,
    paragraphs: [words.intro(process.title, company), words.seal],
    sections: [
      { title: words.document, rows: documentRows(process, company, words) },
      ...process.signers.map((signer, index) => ({
        title: `${words.signers} ${index + 1}: ${nameOfSigner(signer)}`,
        rows: signerRows(signer, evidence, words),
      })),
      { title: words.history, rows: evidence.map((entry) => historyRow(entry, process, words)) },
    ],
    footer: words.footer(process.id),
  }
}

function documentRows(process: ProcessRow, company: string, { facts }: ReportWords): Row[] {
  const { original, started_at } = process
  return present([
    [facts.title, process.title],
    [facts.reason, process.reason],
    [facts.company, company],
    [facts.requester, process.creator_name],
    [facts.filename, original.filename],
    [facts.pages, String(original.page_count)],
    [facts.fingerprint, original.sha256],
    [facts.process, process.id],
    [facts.started, started_at && moment(started_at)],
  ])
}

function signerRows(signer: SignerRow, evidence: EvidenceRow[], words: ReportWords): Row[] {
  const { signer: labels } = words
  const signing = evidence.find((one) => one.signer_id === signer.id && one.action === 'signed')
  return present([
    [labels.role, words.roles[signer.type]],
    [labels.email, signer.email],
    [labels.identified, words.identified[signer.type === 'external' ? 'code' : 'session']],
    [labels.signed, signer.signed_at && moment(signer.signed_at)],
    [labels.manner, signer.drawing && words.manners[signer.drawing.kind]],
    [labels.address, signing?.address ?? null],
    [labels.agent, signing?.agent ?? null],
    [labels.consent, signing?.detail ?? null],
  ])
}

function historyRow(
  { action, actor_name, signer_id, address, created_at }: EvidenceRow,
  process: ProcessRow,
  words: ReportWords,
): Row {
  const signer = process.signers.find((one) => one.id === signer_id)
  const who = signer ? nameOfSigner(signer) : actor_name
  const parts = [words.actions[action], who, address].filter((one): one is string => Boolean(one))
  return [moment(created_at), parts.join(' · ')]
}

function present(rows: [string, string | null][]): Row[] {
  return rows.flatMap(([label, value]): Row[] => (value ? [[label, value]] : []))
}

/** The same for programs. */
export function evidenceFile({ process, evidence, company }: Signed): Buffer {
  const { callback_url: _, ...shown } = presentProcess(process)
  return Buffer.from(JSON.stringify({ company, process: shown, evidence: evidence.map(presentEvidence) }, null, 2))
}

/** What is drawn on the pages: the signature of each, with the name and the moment. */
export function marksOf({ process, words }: Pick<Signed, 'process' | 'words'>): Mark[] {
  const unplaced = process.signers.filter((one) => one.positions.length === 0)
  return process.signers.flatMap((signer) => {
    const { drawing, signed_at } = signer
    if (!drawing || !signed_at) return []
    const caption = [nameOfSigner(signer), words.caption(`${moment(signed_at)} UTC`)]
    const own = signer.positions
    const positions = own.length > 0 ? own : [atFoot(process, unplaced.indexOf(signer), unplaced.length)]
    return positions.map((position) => ({ ...withinPage(position), drawing, caption }))
  })
}

/** Fractions that were added up elsewhere may be a hair too large. */
function withinPage({ page, x, y, width, height }: SignaturePosition): SignaturePosition {
  return { page, x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) }
}

const FOOT = { perRow: 3, left: 0.06, step: 0.3, width: 0.26, bottom: 0.97, rowStep: 0.08, gap: 0.01, room: 0.9 }

/**
 * Where a signature stands that was given no place: side by side at the foot of the last page, in rows from the bottom
 * up, which are lower if there are so many that they would not fit.
 */
function atFoot({ original }: ProcessRow, index: number, count: number): SignaturePosition {
  const row = Math.floor(index / FOOT.perRow)
  const rowStep = Math.min(FOOT.rowStep, FOOT.room / Math.ceil(count / FOOT.perRow))
  const height = rowStep - FOOT.gap
  return {
    page: original.page_count,
    x: FOOT.left + (index % FOOT.perRow) * FOOT.step,
    y: FOOT.bottom - height - row * rowStep,
    width: FOOT.width,
    height,
  }
}
