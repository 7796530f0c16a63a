import { readFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import type { SetupSection } from '#kernel/resources/setup-section.ts'
import { Text } from '#platform/http/validation/schemas.ts'
import { invalid } from '#platform/problem.ts'
import { describeIdentity, identityToStored } from '#platform/seal/identity.ts'
import { findCertificate, putCertificate, sealingKeyOf } from './queries.ts'

const Certificate = Type.Object({
  file: Text({ minLength: 1, description: 'A PKCS#12 file (.p12, .pfx) with the key and its certificates.' }),
  passphrase: Type.Optional(Text({ description: 'Defaults to none.' })),
})

/** The certificate that a client brings for the seals on its documents, in place of the one that is made for it. */
export const sealingCertificateSection: SetupSection = {
  key: 'sealing_certificate',
  schema: Certificate,
  async apply({ tx, client, now }, value, keyring) {
    const { file, passphrase = '' } = value as Static<typeof Certificate>
    const identity = await readIdentity(file, passphrase)
    const { subject, not_after } = describeIdentity(identity)
    const end = not_after.toISOString().slice(0, 10)
    if (not_after < now) throw invalid('file', 'in_the_past', `The certificate of ${subject} expired on ${end}.`)
    const { key, certificates } = identityToStored(identity)
    const [known] = await findCertificate(tx, { client_id: client.id })
    const what = `sealing certificate ${subject}, until ${end}`
    if (known && !known.is_made && known.certificates === certificates) return [{ what, outcome: 'unchanged' }]
    await putCertificate(tx, {
      client_id: client.id,
      sealed_key: keyring.encrypt(key, sealingKeyOf(client.id)),
      certificates,
      is_made: false,
      created_at: now,
    })
    return [{ what, outcome: known ? 'updated' : 'created' }]
  },
}

async function readIdentity(file: string, passphrase: string) {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw invalid('file', 'invalid', `The file ${file} cannot be read (${error.code}).`)
  })
  const { readPkcs12 } = await import('#platform/seal/pkcs12/read-pkcs12.ts')
  try {
    return readPkcs12(bytes, passphrase)
  } catch (error) {
    throw invalid('file', 'invalid', (error as Error).message)
  }
}
