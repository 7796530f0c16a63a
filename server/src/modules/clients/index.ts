export { putClient } from './put-client.ts'
export { type ClientRow, findClient, hasClients, listClientIds } from './queries.ts'
export { ClientSettings } from './schemas.ts'
export { decryptSharedToken, encryptSharedToken, sharedTokenColumn } from './shared-token.ts'
