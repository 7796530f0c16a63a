type Details = { isFinal?: boolean; authority?: string; cause?: unknown }

/** The status of a certificate could not be learned: nobody answered, or nothing that can be believed. */
export class RevocationUnknown extends Error {
  override readonly name = 'RevocationUnknown'
  /** Whether asking again cannot help, since the certificates do not say whom to ask. */
  readonly isFinal: boolean
  /** The name of the authority that issued the certificate; undefined if a single answer is meant. */
  readonly authority: string | undefined

  constructor(message: string, { isFinal = false, authority, cause }: Details = {}) {
    super(message, { cause })
    this.isFinal = isFinal
    this.authority = authority
  }
}

/** Its issuer revoked a certificate. */
export class CertificateRevoked extends Error {
  override readonly name = 'CertificateRevoked'
}
