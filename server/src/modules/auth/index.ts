export { setLogInActive } from '#modules/auth/accounts/account-resource.ts'
export type { Access } from '#modules/auth/credentials/access-check.ts'
export { ApiKeySettings, ApplicationSettings } from '#modules/auth/credentials/credential-settings.ts'
export {
  issueApiKey,
  issueApplication,
  putApiKey,
  putApplication,
} from '#modules/auth/credentials/issue-credentials.ts'
export { revokeApiKey, revokeApplication } from '#modules/auth/credentials/revoke-credentials.ts'
export { type DemoKind, type DemoLogIn, insertDemoLogIn, listDemoLogIns } from '#modules/auth/demo/queries.ts'
export {
  type EventReader,
  eventReaderOf,
  mayReadAllEvents,
  mayReadEvents,
  readableTypes,
  refuseUnlessReadsAll,
  refuseUnreadable,
} from '#modules/auth/event-access/event-access.ts'
export { isForReader, managerMayRead, readsAllRequests } from '#modules/auth/event-access/event-audience.ts'
export { ownerMayRead, ownerPermissions } from '#modules/auth/event-access/owner-permissions.ts'
export { invite } from '#modules/auth/passwords/invite.ts'
export { closeSessionsOf, openSession } from '#modules/auth/sessions/open-session.ts'
export { getActingManager, type Session, sessionCookie } from '#modules/auth/sessions/sessions.ts'
export { type Auth, openAuth } from './auth.ts'
export { type DemoEntry, demoEntryOf } from './demo/demo-entry.ts'
export { demoPassword } from './demo/demo-password.ts'
export { networkOf } from './guard/network-of.ts'
export { triesOf } from './guard/subjects.ts'
