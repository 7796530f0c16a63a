import type { AccountOwner } from '#modules/directory/accounts/queries.ts'

/** The kinds under which is remembered what the set-up file does not bring back. */
export const LOG_IN = 'log-in'
export const IDENTITY_PROVIDER = 'SAML identity provider'
export const PROVIDER_CERTIFICATE = 'SAML certificate'

export function accountId({ scope, technicalId }: AccountOwner): string {
  return `${scope}:${technicalId}`
}
