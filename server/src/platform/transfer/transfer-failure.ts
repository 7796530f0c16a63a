import type { FailureOutcome } from '#platform/outbound/failure.ts'
import { cleanForeignText } from './foreign-text.ts'

const MAX_MESSAGE_LENGTH = 500

export type TransferFailureCode =
  | FailureOutcome
  | 'no_root'
  | 'folder_not_found'
  | 'outside_root'
  | 'not_writable'
  | 'host_key_mismatch'
  | 'authentication_failed'
  | 'rejected'
  | 'incomplete'

/** What the receiver answered, for the time of the next attempt. */
type Answer = { status?: number | undefined; retryAfter?: string | undefined }

/** A file did not arrive; the message is for the person who has to do something about it. */
export class TransferFailure extends Error {
  override readonly name = 'TransferFailure'
  readonly code: TransferFailureCode
  readonly answer: Answer

  constructor(code: TransferFailureCode, message: string, answer: Answer = {}) {
    // Part of it may be what the server said.
    super(cleanForeignText(message, MAX_MESSAGE_LENGTH))
    this.code = code
    this.answer = answer
  }
}
