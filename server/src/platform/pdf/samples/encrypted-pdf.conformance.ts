import { createHash } from 'node:crypto'
import { objectsOf, writeObjects } from './pdf-samples.conformance.ts'
import { PdfWriter } from './pdf-writer.conformance.ts'

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const ID = Buffer.alloc(16, 7)
const KEY_BYTES = 5
const PERMISSIONS = -4

/** A PDF that is encrypted the oldest way; it opens with this password, and for everybody if the password is empty. */
export function anEncryptedPdf(password: string, { pages = 2 } = {}): Buffer {
  const owner = rc4(md5(padded('owner')), padded(password))
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const user = rc4(md5(padded(password), owner, permissions, ID), PADDING)
  const writer = writeObjects(new PdfWriter('%PDF-1.4\n'), objectsOf(pages))
  const checks = `/O<${owner.toString('hex')}>/U<${user.toString('hex')}>`
  writer.object(7, `<</Filter/Standard/V 1/R 2/P ${PERMISSIONS}${checks}>>`)
  const id = `<${ID.toString('hex')}>`
  return writer.start(writer.table(`/Size 90/Root 1 0 R/Encrypt 7 0 R/ID[${id}${id}]`)).bytes
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, PADDING.length)
}

function md5(...parts: Buffer[]): Buffer {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest().subarray(0, KEY_BYTES)
}

/** OpenSSL does not offer it any more. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (one: number, other: number) => {
    const kept = at(one)
    state[one & 255] = at(other)
    state[other & 255] = kept
  }
  let other = 0
  for (let one = 0; one < 256; one += 1) {
    other += at(one) + (key[one % key.length] ?? 0)
    swap(one, other)
  }
  other = 0
  return bytes.map((byte, index) => {
    other += at(index + 1)
    swap(index + 1, other)
    return byte ^ at(at(index + 1) + at(other))
  }) as Buffer
}
