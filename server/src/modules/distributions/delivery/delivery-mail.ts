import { createHash } from 'node:crypto'
import type { MailRef } from '#modules/distributions/job-names.ts'
import { isInVault, isReadByItsEmployee } from '#modules/documents/index.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { DELIVERY_MAIL_WORDS, type Place } from './delivery-mail-words.ts'

type Facts = {
  email: string
  first_name: string
  language: string | null
  company: string
  documents: { title: string; is_in_vault: boolean }[]
}

const find = statement<Facts, { client_id: string; project_id: number; key: string }>(`
  SELECT employee.email, employee.first_name, employee.language, client.name AS company, (
      SELECT coalesce(json_agg(json_build_object('title', staged.title, 'is_in_vault', ${isInVault('filed')})
        ORDER BY staged.distribution_id, staged.position), '[]')
      FROM distribution_documents staged
      JOIN documents filed ON filed.client_id = staged.client_id AND filed.id = staged.document_id
      WHERE staged.client_id = $client_id AND staged.project_id = $project_id AND staged.employee_key = employee.key
        AND filed.employee_key = employee.key AND ${isReadByItsEmployee('filed')}) AS documents
  FROM employees employee JOIN clients client ON client.id = employee.client_id
  WHERE employee.client_id = $client_id AND employee.key = $key::bigint AND employee.deleted_at IS NULL
    AND employee.email IS NOT NULL`)

/** Where employees find what they were handed. */
const PAGES: Record<Place, string> = { vault: 'vault', folder: 'documents' }
/** So many documents are named in a mail. */
const MAX_TITLES = 10

/** The mail to an employee about a project: the documents that the employee can read now. Undefined if there are none. */
export async function deliveryMail(db: Db, ref: MailRef, publicUrl: string): Promise<Mail | undefined> {
  const { client_id, project_id, employee_key } = ref
  const [facts] = await find(db, { client_id, project_id, key: employee_key })
  if (!facts || facts.documents.length === 0) return undefined
  const { email, first_name, company } = facts
  const titles = facts.documents.map((one) => one.title)
  const place: Place = facts.documents.every((one) => one.is_in_vault) ? 'vault' : 'folder'
  const { language, words } = DELIVERY_MAIL_WORDS.in(facts.language)
  const subject = words.subject(titles.length, place)
  const shown = titles.slice(0, MAX_TITLES)
  const { text, html } = letter({
    language,
    heading: subject,
    paragraphs: [words.greeting(first_name, titles.length), ...(place === 'vault' ? [words.vault(titles.length)] : [])],
    quote: [...shown, ...(titles.length > shown.length ? ['…'] : [])].join('\n'),
    facts: [[words.from, company]],
    action: { label: words.open[place], url: `${publicUrl}/portal/${PAGES[place]}` },
    footer: words.footer,
  })
  // The same mail, had it to be sent twice, has the same id.
  const id = createHash('sha256').update(`${publicUrl} ${client_id} ${project_id} ${employee_key}`).digest('hex')
  return { to: email, subject, text, html, messageId: `<${id.slice(0, 32)}@distributions.dossier>` }
}
