import type { Profile } from '@node-saml/node-saml'
import type { Provider } from './queries.ts'
import { SKEW_SECONDS } from './saml-provider.ts'

type Node = { $?: Record<string, string>; _?: string }
type Assertion = { $?: Record<string, string>; Issuer?: Node[]; Subject?: { SubjectConfirmation?: Confirmation[] }[] }
type Confirmation = Node & { SubjectConfirmationData?: Node[] }

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

type Expected = { provider: Provider; acsUrl: string; now: Date }
type SamlAnswer = { requestId: string; assertionId: string; value: string; expiresAt: Date }

/**
 * What a provider says in an assertion whose signature, audience and conditions the library has checked. The rest is
 * checked here, in what is signed alone: that it comes from this provider, was meant for us and for now, and answers a
 * request (SAML profiles, 4.1.4.2 and 4.1.4.3). Undefined when it does not count.
 */
export function readAnswer(profile: Profile, { provider, acsUrl, now }: Expected): SamlAnswer | undefined {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Assertion }
  const assertionId = assertion?.$?.ID
  if (!assertion || !assertionId || assertion.Issuer?.[0]?._ !== provider.entity_id) return undefined
  for (const { $, SubjectConfirmationData } of assertion.Subject?.[0]?.SubjectConfirmation ?? []) {
    const data = SubjectConfirmationData?.[0]?.$
    if ($?.Method !== BEARER || data?.Recipient !== acsUrl || !data.InResponseTo) continue
    const expiresAt = new Date(new Date(data.NotOnOrAfter ?? '').getTime() + SKEW_SECONDS * 1000)
    const value = personIn(profile, provider.attribute)
    // A date that cannot be read is not later than anything.
    if (!(expiresAt > now) || value === undefined) continue
    return { requestId: data.InResponseTo, assertionId, value, expiresAt }
  }
  return undefined
}

/** What the provider calls the person; of an attribute with several values, none is more right than the others. */
function personIn({ nameID, attributes }: Profile, attribute: string | null): string | undefined {
  const named = (attributes ?? {}) as Record<string, unknown>
  const value = attribute === null ? nameID : Object.hasOwn(named, attribute) ? named[attribute] : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > 254 || text.includes('\0') ? undefined : text
}

const RESPONSE = /<(?:[\w.-]+:)?Response\b[^>]*/
const DESTINATION = /\sDestination\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** Where an answer says that it is sent to; the outer part, which need not be signed, may leave it out. */
export function isSentTo(samlResponse: string, acsUrl: string): boolean {
  const [head = ''] = RESPONSE.exec(Buffer.from(samlResponse, 'base64').toString('utf8')) ?? []
  const [, double, single] = DESTINATION.exec(head) ?? []
  const destination = (double ?? single)?.replaceAll('&amp;', '&')
  return destination === undefined || destination === acsUrl
}
