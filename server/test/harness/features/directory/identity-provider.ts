import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { IDP_CERTIFICATE, IDP_KEY } from './identity-provider-key.ts'

// The answers of this provider are read by the service under test, and by nobody else.
setSchemaValidator({ validate: async () => 'valid' })

export const IDP_ENTITY_ID = 'https://idp.test/metadata'

/** What an identity provider was asked, out of the address that a browser was sent to. */
export type SamlQuestion = { id: string; acsUrl: string; entityId: string; relayState: string }

export function readQuestion(url: string): SamlQuestion {
  const { searchParams } = new URL(url)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: found(/\sID="([^"]+)"/),
    acsUrl: found(/AssertionConsumerServiceURL="([^"]+)"/),
    entityId: found(/Issuer[^>]*>([^<]+)</),
    relayState: searchParams.get('RelayState') ?? '',
  }
}

/** What can be wrong with an answer; everything else is as it should be. */
export type AnswerChanges = {
  privateKey?: string
  issuer?: string
  audience?: string
  recipient?: string
  destination?: string
  inResponseTo?: string
  /** When the answer ends. */
  endsAt?: Date
  /** An attribute besides the NameID. */
  attribute?: { name: string; value: string }
}

/** What an identity provider answers of a person, signed, in the form in which a browser posts it. */
export async function answerOf(question: SamlQuestion, nameId: string, changes: AnswerChanges = {}): Promise<string> {
  const { privateKey = IDP_KEY, issuer = IDP_ENTITY_ID, attribute } = changes
  const idp = IdentityProvider({
    entityID: issuer,
    privateKey,
    signingCert: IDP_CERTIFICATE,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: 'https://idp.test/sso' }],
    singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: 'https://idp.test/slo' }],
    loginResponseTemplate: { context: TEMPLATE, attributes: [] },
  })
  const sp = ServiceProvider({
    entityID: question.entityId,
    wantAssertionsSigned: true,
    assertionConsumerService: [{ Binding: Constants.namespace.binding.post, Location: question.acsUrl }],
  })
  const now = new Date()
  const endsAt = changes.endsAt ?? new Date(now.getTime() + 300_000)
  const values = {
    ID: `_${randomBytes(16).toString('hex')}`,
    AssertionID: `_${randomBytes(16).toString('hex')}`,
    IssueInstant: now.toISOString(),
    NotOnOrAfter: endsAt.toISOString(),
    Issuer: issuer,
    Audience: changes.audience ?? question.entityId,
    Recipient: changes.recipient ?? question.acsUrl,
    Destination: changes.destination ?? question.acsUrl,
    InResponseTo: changes.inResponseTo ?? question.id,
    NameID: nameId,
    AttributeName: attribute?.name ?? 'department',
    AttributeValue: attribute?.value ?? 'HR',
  }
  const { context } = await idp.createLoginResponse(
    sp,
    { extract: { request: { id: question.id } } } as never,
    'post',
    {} as never,
    (template: string) => ({ id: values.ID, context: SamlLib.replaceTagsByValue(template, values) }),
  )
  return context
}

const TEMPLATE = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID>{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{NotOnOrAfter}" Recipient="{Recipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="{NotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AttributeStatement><saml:Attribute Name="{AttributeName}"><saml:AttributeValue>{AttributeValue}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`
