/** A file that belongs in a package cannot be read. The message names it, and is shown to those who asked for the package. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  /** Whether it is gone or damaged; it may otherwise be readable later. */
  readonly isLost: boolean

  constructor(what: string, isLost: boolean, cause?: unknown) {
    super(`The file of ${what} cannot be read.`, { cause })
    this.isLost = isLost
  }
}

/** The package was deleted, has expired or was finished by another worker. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}
