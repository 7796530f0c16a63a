const REASONS = {
  unreachable: 'The virus scanner cannot be reached.',
  timed_out: 'The virus scanner did not go on in time.',
  gave_up: 'The virus scanner did not want to wait for the rest of the file.',
  closed: 'The virus scanner closed the connection without an answer.',
  too_large: 'The file is larger than the virus scanner takes.',
  failed: 'The virus scanner reported an error of its own.',
  nonsense: 'The server that answered is not a clamd virus scanner.',
  aborted: 'The virus scan was broken off.',
} as const

export type ScanFailure = keyof typeof REASONS

/** A scan without a verdict. It never quotes what the other side said, which could be bytes of the file. */
export class ScanFailed extends Error {
  override readonly name = 'ScanFailed'
  readonly reason: ScanFailure

  constructor(reason: ScanFailure) {
    super(REASONS[reason])
    this.reason = reason
  }
}
