import type { Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { identityFromStored, identityToStored, type SealIdentity } from '#platform/seal/identity.ts'
import { addCertificate, type CertificateRow, findCertificate, sealingKeyOf } from './queries.ts'

/** What the documents of a client are sealed with. A client that has brought no certificate gets one that is made for it. */
export async function sealingIdentity(work: Work, keyring: Keyring): Promise<SealIdentity> {
  const context = sealingKeyOf(work.client.id)
  const fromRow = ({ sealed_key, certificates }: CertificateRow) =>
    identityFromStored({ key: keyring.decrypt(sealed_key, context), certificates })
  const [known] = await findCertificate(work.tx, { client_id: work.client.id })
  if (known) return fromRow(known)
  const client = await findClient(work.tx, work.client.id)
  const { makeIdentity } = await import('#platform/seal/make-identity.ts')
  const made = await makeIdentity({ organization: client?.name ?? work.client.id, now: work.now })
  const { key, certificates } = identityToStored(made)
  await addCertificate(work.tx, {
    client_id: work.client.id,
    sealed_key: keyring.encrypt(key, context),
    certificates,
    is_made: true,
    created_at: work.now,
  })
  // Of two who make one at once, both use the one that was kept.
  const [kept] = await findCertificate(work.tx, { client_id: work.client.id })
  return kept ? fromRow(kept) : made
}
