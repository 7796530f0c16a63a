import { statement } from '#platform/db/statement.ts'

type Due = { client_id: string; languages: string[]; process_id: string }

/** Processes whose last day is before this one, of all clients. */
export const listExpired = statement<Due, { day: string; limit: number }>(`
  SELECT process.client_id, client.languages, process.id AS process_id
  FROM signature_processes process JOIN clients client ON client.id = process.client_id
  WHERE process.status = 'signing' AND process.all_signed_at IS NULL AND process.expiry_date < $day::date
  ORDER BY process.expiry_date LIMIT $limit`)

/** Signers who were asked, or reminded, so long ago that they are to be reminded. */
export const listDueReminders = statement<Due & { signer_id: string }, { now: Date; limit: number }>(`
  SELECT process.client_id, client.languages, process.id AS process_id, signer.id AS signer_id
  FROM signature_signers signer
  JOIN signature_processes process ON process.client_id = signer.client_id AND process.id = signer.process_id
  JOIN signature_types type ON type.client_id = process.client_id AND type.id = process.signature_type_id
  JOIN clients client ON client.id = process.client_id
  WHERE signer.status = 'asked' AND process.status = 'signing'
    AND coalesce(signer.reminded_at, signer.asked_at) <= $now::timestamptz - type.reminder_days * interval '1 day'
    AND coalesce(signer.email,
      (SELECT email FROM users WHERE client_id = signer.client_id AND key = signer.user_key),
      (SELECT email FROM employees WHERE client_id = signer.client_id AND key = signer.employee_key)) IS NOT NULL
  ORDER BY coalesce(signer.reminded_at, signer.asked_at) LIMIT $limit`)
