/** The status of a certificate could not be learned: nobody answered, or nothing that can be believed. */
export class RevocationUnknown extends Error {
  override readonly name = 'RevocationUnknown'
}

/** Its issuer revoked a certificate. */
export class CertificateRevoked extends Error {
  override readonly name = 'CertificateRevoked'
}
