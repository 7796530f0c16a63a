import { answeredWithin } from '#platform/db/connections/answer-limit.ts'
import type { Http } from './routes.ts'

/** Nobody waits longer for a call; what takes longer is a job. */
const ANSWER_WITHIN_MS = 15_000

/** No call hangs on a database that does not answer. */
export function limitWaits(app: Http): void {
  app.addHook('onRequest', (_request, _reply, done) => answeredWithin(ANSWER_WITHIN_MS, done))
  // A body arrives in a turn of its own, which knows nothing of the call.
  app.addHook('preValidation', (_request, _reply, done) => answeredWithin(ANSWER_WITHIN_MS, done))
}
