export { putClient } from './put-client.ts'
export { type ClientRow, findClient, hasClients } from './queries.ts'
export { ClientSettings } from './schemas.ts'
