import type { Priority, Status } from '#modules/requests/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** The recipient and subject of a mail; the rest is looked up when it is sent. */
export type MailOrder = {
  client_id: string
  request_id: string
  kind: 'created' | 'assigned' | 'moved' | 'commented'
  side: 'manager' | 'employee'
  recipient_key: string
  occasion: string
  comment_id?: string
}

type Recipient = { email: string; first_name: string; language: string | null }

export type MailFacts = {
  subject: string
  body: string | null
  form_title: string
  priority: Priority
  status: Status
  custom_state: string
  processing_date_due: Date | null
  employee_name: string | null
  creator_name: string | null
  recipient: Recipient
  comment: { author_name: string | null; body: string; internal: boolean } | null
}

const RECIPIENT = `json_build_object('email', one.email, 'first_name', one.first_name, 'language', one.language)`
const manager = (key: string) =>
  `SELECT first_name || ' ' || last_name FROM users WHERE client_id = $client_id AND key = ${key}`
const employee = (key: string) =>
  `SELECT first_name || ' ' || last_name FROM employees
   WHERE client_id = $client_id AND key = ${key} AND deleted_at IS NULL`
const nameOf = (row: string, prefix = '') => `coalesce((${manager(`${row}.${prefix}user_key`)}),
    (${employee(`${row}.${prefix}employee_key`)}))`

const find = statement<
  Omit<MailFacts, 'recipient'> & { recipient: Recipient | null },
  { client_id: string; id: string; side: 'manager' | 'employee'; key: string; comment_id: string | null }
>(`
  SELECT request.subject, request.body, kept.definition ->> 'title' AS form_title, request.priority, request.status,
    request.custom_state, request.processing_date_due,
    (${employee('request.employee_key')}) AS employee_name,
    ${nameOf('request', 'creator_')} AS creator_name,
    CASE $side::text WHEN 'manager' THEN (
      SELECT ${RECIPIENT} FROM users one
      WHERE one.client_id = $client_id AND one.key = $key::bigint AND one.key = ANY (request.manager_keys)
        AND NOT EXISTS (SELECT FROM accounts account WHERE account.client_id = $client_id
          AND account.scope = 'manager' AND account.technical_id = one.technical_id AND NOT account.is_active)
    ) ELSE (
      SELECT ${RECIPIENT} FROM employees one
      WHERE one.client_id = $client_id AND one.key = $key::bigint AND one.key = request.employee_key
        AND request.visible_by_employee AND one.deleted_at IS NULL AND one.email IS NOT NULL
    ) END AS recipient,
    (SELECT json_build_object('author_name', ${nameOf('comment')}, 'body', comment.body, 'internal', comment.internal)
     FROM request_comments comment WHERE comment.client_id = $client_id AND comment.request_id = request.id
       AND comment.id = $comment_id::bigint) AS comment
  FROM requests request
  JOIN form_versions kept ON kept.client_id = request.client_id AND kept.code = request.form_code
    AND kept.version = request.form_version
  WHERE request.client_id = $client_id AND request.id = $id::bigint`)

/** The content of the mail; undefined if the recipient may no longer read the request. */
export async function findMailFacts(db: Db, order: MailOrder): Promise<MailFacts | undefined> {
  const { client_id, request_id, side, recipient_key, comment_id } = order
  const [found] = await find(db, {
    client_id,
    id: request_id,
    side,
    key: recipient_key,
    comment_id: comment_id ?? null,
  })
  if (!found?.recipient || (comment_id !== undefined && !found.comment)) return undefined
  return { ...found, recipient: found.recipient }
}
