import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StartRefused } from '#platform/start-refused.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * The certificates of a PEM file that a setting names. Read at the start, so that this file does without the libraries
 * that `certificate-chain.ts` loads with the first seal.
 */
export async function readRoots(setting: string, path: string): Promise<X509Certificate[]> {
  const text = await readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${setting} names ${path}, which cannot be read (${error.code}).`)
  })
  const pems = text.match(CERTIFICATE) ?? []
  if (pems.length === 0) throw new StartRefused(`${setting} names ${path}, which holds no certificate in PEM.`)
  try {
    return pems.map((pem) => new X509Certificate(pem))
  } catch {
    throw new StartRefused(`${setting} names ${path}, in which a certificate cannot be read.`)
  }
}
