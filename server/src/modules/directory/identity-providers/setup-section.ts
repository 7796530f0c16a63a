import { forgetRevoked, listRevoked } from '#kernel/resources/revocations.ts'
import {
  type Applied,
  listSection,
  refuseRepeats,
  type SetupChange,
  type SetupSection,
} from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { IDENTITY_PROVIDER, PROVIDER_CERTIFICATE } from '#modules/directory/revocation-kinds.ts'
import { prefixFields } from '#platform/problem.ts'
import { certificateIds, findProvider, putProvider, samlIdentityProviders } from './saml-identity-providers.ts'
import type { SamlIdentityProviderInput } from './schemas.ts'

type Listed = SamlIdentityProviderInput & { code: string }

/** Identity providers let people in: one that was switched off or deleted, or lost a certificate, stays so. */
export const samlSection: SetupSection = {
  ...listSection({ key: 'saml_identity_providers', ...samlIdentityProviders }),
  async apply(work, value, _keyring, { reissue = false } = {}) {
    refuseRepeats(value as object[], 'code')
    const changes: SetupChange[] = []
    for (const [index, { code, ...input }] of (value as Listed[]).entries()) {
      const applied = await prefixFields(`${index}`, () => applyProvider(work, code, input, reissue))
      changes.push({ what: `SAML identity provider ${code}`, ...applied })
    }
    return changes
  },
}

async function applyProvider(
  work: Work,
  code: string,
  input: SamlIdentityProviderInput,
  reissue: boolean,
): Promise<Applied> {
  if (reissue) {
    await forgetRevoked(work, IDENTITY_PROVIDER, [code])
    await forgetRevoked(work, PROVIDER_CERTIFICATE, certificateIds(input.certificates))
  }
  const before = await findProvider(work.tx, work.client, code)
  const isRevoked = (await listRevoked(work.tx, work.client, IDENTITY_PROVIDER, [code])).has(code)
  if (!before && isRevoked) return leftAs('deleted')
  const certificates = await trustedOf(work, input.certificates)
  const kept = certificates.length > 0 ? certificates : before?.certificates
  if (!kept) return leftAs('its certificates were removed')
  const isOff = isRevoked && input.is_active !== false
  const { outcome } = await putProvider(work, code, {
    ...input,
    certificates: kept,
    ...(isOff ? { is_active: false } : {}),
  })
  if (isOff) return { ...leftAs('switched off'), outcome }
  return certificates.length < input.certificates.length
    ? { ...leftAs('a certificate of the file was removed'), outcome }
    : { outcome }
}

function leftAs(how: string): Applied {
  return { outcome: 'unchanged', left: `${how}, left as is; use --reissue to bring it back` }
}

/** Without those that people have removed; what is not a certificate is refused later. */
async function trustedOf({ tx, client }: Work, certificates: string[]): Promise<string[]> {
  const removed = await listRevoked(tx, client, PROVIDER_CERTIFICATE, certificateIds(certificates))
  return certificates.filter((one) => !certificateIds([one]).some((id) => removed.has(id)))
}
