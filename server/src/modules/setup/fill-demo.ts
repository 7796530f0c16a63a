import { Readable } from 'node:stream'
import { type DoWork, systemActor, type Work } from '#kernel/work.ts'
import { findUser } from '#modules/directory/index.ts'
import { createDocument } from '#modules/documents/index.ts'
import { noteOnEmployee } from '#modules/notes/index.ts'
import { addComment, createEmployeeRequest, type RequestDeps } from '#modules/requests/index.ts'
import { createProcess, startProcess } from '#modules/signatures/index.ts'
import { storeFile } from '#modules/uploads/index.ts'
import type { WrittenPdf } from '#platform/pdf/pages/a4-pdf.ts'
import { DEMO_CLIENT, demoLanguages } from './demo.ts'
import { demoAgreement, demoDocuments } from './demo-documents.ts'

const DAY_MS = 24 * 3600 * 1000

/** Gives the people of the demo something to look at: documents, one of them to sign, requests under way, a note with a reminder. */
export async function fillDemo(deps: RequestDeps & { doWork: DoWork }): Promise<void> {
  const caller = { client: { id: DEMO_CLIENT, languages: demoLanguages }, actor: systemActor }
  const requestId = await deps.doWork(caller, async (work) => {
    await fileDocuments(work, deps)
    await startSignatureProcess(work, deps)
    await noteOnEmployee(work, 'E-1001', {
      description: 'Asked about moving to the London office. Talk about dates at the review.',
      remind_date: new Date(work.now.getTime() + 14 * DAY_MS).toISOString(),
    })
    return createRequests(work, deps)
  })
  const reply = { body: 'With pleasure. Do you need it in English as well?', author_technical_id: 'M-1' }
  await deps.doWork(caller, (work) =>
    addComment(work, deps, { requestId, comment: reply, files: [], scope: 'manager' }),
  )
}

/** The manager has an agreement signed by the employee, and signs it then. */
async function startSignatureProcess(work: Work, { blobs }: RequestDeps): Promise<void> {
  const { text, title, positions } = demoAgreement()
  const { bytes, pageCount } = await setText(text, title)
  const { filename, sizeBytes, sha256 } = await storeFile(blobs, `${title}.pdf`, Readable.from([bytes]))
  const manager = await findUser(work.tx, work.client, 'M-1')
  const process = await createProcess(work, blobs, {
    input: {
      signature_type_id: 'simple',
      title,
      message: 'As we agreed last week. Please sign, I will sign after you.',
      document_type_code: 'contract',
      employee_technical_id: 'E-1001',
      signers: [
        { type: 'employee', technical_id: 'E-1001', positions: [positions.employee] },
        { type: 'user', technical_id: 'M-1', signing_order: 2, positions: [positions.manager] },
      ],
    },
    file: { filename, size: String(sizeBytes), sha256, page_count: pageCount },
    maker: manager && { user_key: manager.key, name: `${manager.first_name} ${manager.last_name}` },
  })
  await startProcess(work, process.id)
}

async function fileDocuments(work: Work, { blobs }: RequestDeps): Promise<void> {
  for (const { text, ...input } of demoDocuments(work.now)) {
    const { bytes, pageCount } = await setText(text, input.title)
    const stored = await storeFile(blobs, `${input.title}.pdf`, Readable.from([bytes]))
    await createDocument(work, input, { ...stored, page_count: pageCount }, { blobs, origin: 'api', fileField: 'file' })
  }
}

/** What sets text is loaded for the demo alone: a service that has its data starts without it. */
async function setText(text: string, title: string): Promise<WrittenPdf> {
  const { textPdf } = await import('#platform/pdf/pages/text-pdf.ts')
  return textPdf(text, { title })
}

/** Answers the id of the request that is talked about. */
async function createRequests(work: Work, deps: RequestDeps): Promise<string> {
  const ask = (technicalId: string, answers: Record<string, string>) => {
    const fields = Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, [value]]))
    return createEmployeeRequest(work, deps, technicalId, { fields, files: {} })
  }
  const start = new Date(work.now.getTime() + 90 * DAY_MS).toISOString().slice(0, 10)
  await ask('E-1001', { form_code: 'mobility', country: 'gb', office: 'gb.london', start, reason: 'project' })
  await ask('E-2001', { form_code: 'certificate', copies: '1' })
  const { id } = await ask('E-1001', { form_code: 'certificate', copies: '2' })
  return id
}
