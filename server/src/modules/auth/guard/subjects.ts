import type { AccountOwner } from '#modules/directory/index.ts'
import type { Subject } from './login-guard.ts'
import { networkOf } from './network-of.ts'

/** An account of one client, whatever its address is at the moment. */
export const accountKey = (clientId: string, { scope, technicalId }: AccountOwner) =>
  `${clientId} ${scope} ${technicalId}`

/** From everywhere together. */
export const anywhere = (account: string): Subject => ({ kind: 'account', id: account, unlessKnown: true })

/** What a person's try counts for: each account from this network and from everywhere, and the network. */
export function triesOf(address: string, accounts: string[]): Subject[] {
  const network = networkOf(address)
  return [
    ...accounts.map((account): Subject => ({ kind: 'pair', id: `${account} ${network}` })),
    ...accounts.map(anywhere),
    { kind: 'network', id: network },
  ]
}
