export { addComment } from '#modules/requests/conversation/comments.ts'
export {
  applyBulkChange,
  type BulkChange,
  findRequestsFor,
  forecastRequests,
  type SkippedRequest,
} from '#modules/requests/handling/bulk-change.ts'
export { ManagerRequestsFilter } from '#modules/requests/listing/list-manager-requests.ts'
export { createEmployeeRequest } from '#modules/requests/submission/create-employee-request.ts'
export type { RequestDeps } from '#modules/requests/submission/create-request.ts'
