import { listSection, type SetupSection } from '#kernel/resources/setup-section.ts'
import { sealingCertificateSection } from '#modules/signatures/sealing/certificate-section.ts'
import { sealingIdentity } from '#modules/signatures/sealing/sealing-identity.ts'
import { signatureTypes } from '#modules/signatures/types/signature-types.ts'

const types = listSection({ key: 'signature_types', ...signatureTypes })

/** Anyone who offers signatures has something to seal documents with, from the start. */
const signatureTypesSection: SetupSection = {
  ...types,
  async apply(work, value, keyring) {
    const changes = await types.apply(work, value, keyring)
    await sealingIdentity(work, keyring)
    return changes
  },
}

/** The client's own certificate first, so that none is made in vain. */
export const signatureSections: readonly SetupSection[] = [sealingCertificateSection, signatureTypesSection]
