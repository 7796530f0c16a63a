const MESSAGES = {
  not_a_zip: 'This is not a ZIP file.',
  damaged: 'The ZIP file is damaged or incomplete.',
  too_many_entries: 'The ZIP file has more entries than are read.',
  overlapping: 'Entries of the ZIP file overlap.',
} as const

/** A file of which nothing more can be had. */
export class UnreadableZip extends Error {
  override readonly name = 'UnreadableZip'
  readonly code: keyof typeof MESSAGES

  constructor(code: keyof typeof MESSAGES, options?: ErrorOptions) {
    super(MESSAGES[code], options)
    this.code = code
  }
}

/** An entry whose content is not what the archive says; the others may be sound. */
export class DamagedEntry extends Error {
  override readonly name = 'DamagedEntry'
}
