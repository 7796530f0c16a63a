export {
  type ChangeOfMany,
  changeOneOfMany,
  findRequestsFor,
  forecastRequests,
  type SkippedRequest,
} from './change-many.ts'
export { addComment } from './comments.ts'
export type { RequestParts } from './create-request.ts'
export { ManagedRequestsFilter } from './managed-requests.ts'
export { listOfferedForms, type OfferedForm } from './offered-forms.ts'
export { createMyRequest } from './portal-submission.ts'
export { ensureDefaultForm } from './put-form.ts'
export { requestedBlobs } from './request-files.ts'
export { type FoundRequest, type FoundRequests, searchMyRequests } from './search-my-requests.ts'
export { formsSection } from './setup-section.ts'
