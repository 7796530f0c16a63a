/** The status of a certificate could not be learned: nobody answered, or nothing that can be believed. */
export class RevocationUnknown extends Error {
  override readonly name = 'RevocationUnknown'
  /** Whether asking again cannot help, since the certificates do not say whom to ask. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

/** Its issuer revoked a certificate. */
export class CertificateRevoked extends Error {
  override readonly name = 'CertificateRevoked'
}
