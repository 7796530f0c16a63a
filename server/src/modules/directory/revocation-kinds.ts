import type { AccountOwner } from '#modules/directory/accounts/queries.ts'

/** The kinds under which is remembered what the set-up file does not bring back. */
export const [LOG_IN, IDENTITY_PROVIDER, PROVIDER_CERTIFICATE] = [
  'log-in',
  'SAML identity provider',
  'SAML certificate',
]

export function accountId({ scope, technicalId }: AccountOwner): string {
  return `${scope}:${technicalId}`
}
