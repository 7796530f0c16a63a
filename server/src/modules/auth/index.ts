export type { Access } from './access-check.ts'
export { switchLogIn } from './address/account-resource.ts'
export { type Auth, openAuth } from './auth.ts'
export { type DemoEntry, demoEntryOf } from './demo/demo-entry.ts'
export { demoPassword } from './demo/demo-password.ts'
export { type DemoKind, type DemoLogIn, insertDemoLogIn, listDemoLogIns } from './demo/demo-queries.ts'
export {
  type EventReader,
  eventReaderOf,
  mayReadAllEvents,
  mayReadEvents,
  readableTypes,
  refuseUnlessReadsAll,
  refuseUnreadable,
} from './event-access.ts'
export { isForReader, managerMayRead, readsAllRequests } from './event-audience.ts'
export { networkOf } from './guard/network-of.ts'
export { triesOf } from './guard/subjects.ts'
export { invite } from './invite.ts'
export { issueApiKey, issueApplication, putApiKey, putApplication } from './issue-credentials.ts'
export { closeSessionsOf, openSession } from './open-session.ts'
export { ownerMayRead, ownerPermissions } from './owner-permissions.ts'
export { revokeApiKey, revokeApplication } from './revoke.ts'
export { ApiKeySettings, ApplicationSettings } from './schemas.ts'
export { getActingManager, type Session, sessionCookie } from './sessions.ts'
export { apiKeysSection, applicationsSection } from './setup-sections.ts'
