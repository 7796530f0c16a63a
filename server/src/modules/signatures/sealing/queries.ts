import { contextIn, type EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { EncryptionContext } from '#platform/crypto/keyring.ts'
import { lookup, statement } from '#platform/db/statement.ts'

export type CertificateRow = { sealed_key: string; certificates: string; is_made: boolean; created_at: Date }

/** A client has one certificate, so that the client names the row. */
export const sealingKeyColumn: EncryptedColumn = {
  table: 'signature_certificates',
  column: 'sealed_key',
  clientColumn: 'client_id',
  rowColumn: 'client_id',
  purpose: 'sealing key',
}

export function sealingKeyOf(clientId: string): EncryptionContext {
  return contextIn(sealingKeyColumn, clientId, clientId)
}

export const findCertificate = lookup<CertificateRow, { client_id: string }>(`
  SELECT sealed_key, certificates, is_made, created_at FROM signature_certificates WHERE client_id = $client_id`)

/** Keeps a certificate for a client that has none. */
export const addCertificate = statement<
  never,
  { client_id: string; sealed_key: string; certificates: string; is_made: boolean; created_at: Date }
>(`
  INSERT INTO signature_certificates (client_id, sealed_key, certificates, is_made, created_at)
  VALUES ($client_id, $sealed_key, $certificates, $is_made, $created_at) ON CONFLICT (client_id) DO NOTHING`)

/** Keeps a certificate in place of the one before. */
export const putCertificate = statement<
  never,
  { client_id: string; sealed_key: string; certificates: string; is_made: boolean; created_at: Date }
>(`
  INSERT INTO signature_certificates (client_id, sealed_key, certificates, is_made, created_at)
  VALUES ($client_id, $sealed_key, $certificates, $is_made, $created_at)
  ON CONFLICT (client_id) DO UPDATE SET sealed_key = excluded.sealed_key, certificates = excluded.certificates,
    is_made = excluded.is_made, created_at = excluded.created_at`)

export type DueSeal = { client_id: string; languages: string[]; process_id: string; filename: string; sha256: string }

/** Sealed documents that are to be renewed, of all clients, client by client, behind a place in that order. */
export const listDueSeals = statement<DueSeal, { now: Date; client_id: string; process_id: string; limit: number }>(`
  SELECT file.client_id, client.languages, file.id AS process_id, file.filename, file.sha256
  FROM signature_files file JOIN clients client ON client.id = file.client_id
  WHERE file.renew_at <= $now::timestamptz AND file.version = 'sealed'
    AND (file.client_id, file.id) > ($client_id, $process_id::uuid)
  ORDER BY file.client_id, file.id LIMIT $limit`)

/** Says when a sealed document is to be renewed, if it is still the same; null for never. */
export const postponeRenewal = statement<
  never,
  { client_id: string; process_id: string; sha256: string; renew_at: Date | null }
>(`
  UPDATE signature_files SET renew_at = $renew_at
  WHERE client_id = $client_id AND id = $process_id AND version = 'sealed' AND sha256 = $sha256`)
