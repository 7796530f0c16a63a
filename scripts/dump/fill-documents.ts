import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../server/test/harness/eventually.ts'
import { anImage } from '../../server/test/harness/files/images.ts'
import type { ReleaseFacts } from '../../server/test/upgrade/facts.ts'
import type { DemoService } from './demo-service.ts'
import type { Portal } from './portal-session.ts'

const SAMPLE = join(import.meta.dirname, '../../docs/guides/samples/payslips.pdf')
const ADA = 'E-1001'

/** By an application, by an employee, one with a note, one in the trash; and the picture of one. */
export async function fileDocuments({ sdk, keyed }: DemoService, portal: Portal): Promise<ReleaseFacts['document']> {
  const title = 'Certificate of employment'
  const bytes = await readFile(SAMPLE)
  const file = (name: string) => sdk.uploads.create(new Blob([bytes]), { filename: name })
  const about = { document_type_code: 'letter', employee_technical_id: ADA, date: '2026-01-31' }
  const { id } = await sdk.employeeDocuments.create({ ...about, upload_id: (await file('a.pdf')).id, title })
  const old = await sdk.employeeDocuments.create({ ...about, upload_id: (await file('b.pdf')).id, title: 'Old letter' })
  await sdk.employeeDocuments.trash(old.id)
  await keyed.notes.onDocument({
    document_id: id,
    description: 'Sent by post as well.',
    remind_date: '2026-01-31T09:00:00Z',
    visible_by_managers: ['M-1'],
  })
  const form = new FormData()
  form.append('data', JSON.stringify({ document_type_code: 'id-card', title: 'My identity card' }))
  form.append('file', new File([new Uint8Array(await anImage({ width: 64, height: 48 }))], 'card.jpg'))
  const card = await portal.employee<{ id: string }>('POST', '/me/documents', form)
  await portal.employee('GET', `/me/documents/${card.id}/image`)
  return { id, title, sha256: sha256(bytes) }
}

/** A document that the company deleted: the employee keeps it. */
export async function leaveInVault({ sdk }: DemoService): Promise<ReleaseFacts['vault_document']> {
  const { items } = await sdk.employeeDocuments.page({ employee_technical_id: ADA, per_page: 100 })
  const filed = items.find(({ document_type_code }) => document_type_code === 'payslip')
  if (!filed) throw new Error('No payslip was filed.')
  await sdk.employeeDocuments.delete(filed.id)
  return { id: filed.id, title: filed.title }
}

/** On paper too. */
export async function distribute({ sdk }: DemoService): Promise<ReleaseFacts['distribution']> {
  const name = 'Payslips of January'
  const paper = { delivery_paper_conf: 'standard-mail', group: 'payroll', validation_option: 'by-hr' }
  const { id } = await sdk.distributionProjects.create({ name, ...paper })
  const file = await sdk.uploads.create(new Blob([await readFile(SAMPLE)]), { filename: 'payslips.pdf' })
  await sdk.distributions.create({
    name: 'January',
    distribution_type_id: 3,
    distribution_project_id: id,
    file_id: file.id,
  })
  await sdk.distributionProjects.read(id)
  const [unmatched] = await sdk.distributionProjects.report(id, { outcome: 'unmatched' })
  if (unmatched) await sdk.distributionProjects.assign(id, unmatched.id, { left_out: true })
  await sdk.distributionProjects.validate(id)
  await eventually(async () => (await sdk.distributionProjects.get(id)).status === 'completed')
  return { id, name }
}

/** The agreement of the demo: its employee signs, then its manager. */
export async function haveSigned({ sdk }: DemoService, portal: Portal): Promise<ReleaseFacts['signature']> {
  const [process] = (await sdk.signatureProcesses.page()).items
  if (!process) throw new Error('The demo has no signature process.')
  for (const [call, text] of [
    [portal.employee, 'Ada Moreau'],
    [portal.manager, 'Hélène Petit'],
  ] as const) {
    const path = `/me/signatures/${process.id}`
    const { consent } = await call<{ consent: string }>('GET', path)
    await call('POST', `${path}/sign`, { drawing: { kind: 'typed', text }, consent })
  }
  await eventually(async () => (await sdk.signatureProcesses.get(process.id)).status === 'signed')
  const sealed = await sdk.signatureProcesses.signedFile(process.id)
  return { id: process.id, title: process.title, sha256: sha256(new Uint8Array(await sealed.arrayBuffer())) }
}

/** A process that waits for an external signer; answers the path of the link that was mailed. */
export async function askExternal({ sdk }: DemoService, dataDir: string): Promise<string> {
  const { id: upload_id } = await sdk.uploads.create(new Blob([await readFile(SAMPLE)]), { filename: 'lease.pdf' })
  const { id } = await sdk.signatureProcesses.create({
    signature_type_id: 'simple',
    title: 'Lease of a car',
    upload_id,
    expiry_date: '2099-12-31',
    signers: [{ type: 'external', first_name: 'Eve', last_name: 'Outside', email: 'eve@outside.example' }],
  })
  await sdk.signatureProcesses.start(id)
  const folder = join(dataDir, 'mail')
  return eventually(async () => {
    const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    const mail = mails.find((text) => text.includes('eve@outside.example'))
    return mail && /https?:\/\/[^/]+(\/sign\/[\w-]+)/.exec(mail.replaceAll('=\r\n', ''))?.[1]
  })
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
