export { addComment } from '#modules/requests/conversation/comments.ts'
export { requestedBlobs } from '#modules/requests/conversation/files.ts'
export { listOfferedForms, type OfferedForm } from '#modules/requests/forms/offered-forms.ts'
export { ensureDefaultForm } from '#modules/requests/forms/put-form.ts'
export { formsSection } from '#modules/requests/forms/setup-section.ts'
export {
  type ChangeOfMany,
  changeOneOfMany,
  findRequestsFor,
  forecastRequests,
  type SkippedRequest,
} from '#modules/requests/handling/bulk-change.ts'
export { ManagedRequestsFilter } from '#modules/requests/listing/list-manager-requests.ts'
export {
  type FoundRequest,
  type FoundRequests,
  searchMyRequests,
} from '#modules/requests/listing/search-employee-requests.ts'
export { createMyRequest } from '#modules/requests/submission/create-employee-request.ts'
export type { RequestParts } from '#modules/requests/submission/create-request.ts'
