import { type Static, Type } from 'typebox'
import type { Client } from '#kernel/work.ts'
import { employeeUrl } from '#modules/requests/present.ts'
import type { RequestRow } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { findMailFacts } from './queries.ts'
import { requestMail } from './request-mail.ts'

export const ClosingMail = NamedObject('RequestClosingMail', {
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
})
export type ClosingMail = Static<typeof ClosingMail>

/** The mail that is sent when a manager closes the request; null if it would have no recipient. */
export async function findClosingMail(
  db: Db,
  client: Client,
  { id, status, employee_key }: RequestRow,
  publicUrl: string,
): Promise<ClosingMail | null> {
  if (status === 'closed' || employee_key === null) return null
  const about = { kind: 'moved', side: 'employee' } as const
  const order = { ...about, client_id: client.id, request_id: id, recipient_key: employee_key, occasion: '' }
  const facts = await findMailFacts(db, order)
  if (!facts) return null
  const { recipient, comment: _, ...request } = facts
  const { to, subject, text } = requestMail({
    ...about,
    occasion: '',
    recipient,
    request: { ...request, id, status: 'closed', url: employeeUrl(publicUrl, id) },
  })
  return { to, subject, text }
}
