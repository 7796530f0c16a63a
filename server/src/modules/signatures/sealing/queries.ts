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
