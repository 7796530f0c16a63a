import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SealIdentity } from './identity.ts'
import { ID } from './object-ids.ts'
import { bits, integer, objectId, octets, sequence, set, tagged, text, time, truth } from './write-der.ts'

type Wanted = { organization: string; now: Date }

const generate = promisify(generateKeyPair)
const YEARS = 10
const SERIAL_BYTES = 16
const VERSION_3 = 2
/** Digital signatures, and signatures that are not to be denied: the first two of nine bits. */
const USAGE = bits(Buffer.from([0b1100_0000]), 6)
/** What certificates can hold of a name. */
const MAX_NAME_CHARACTERS = 64

/** A key and a self-signed certificate: it tells whether a file was changed, and which service sealed it. */
export async function makeIdentity({ organization, now }: Wanted): Promise<SealIdentity> {
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'P-256' })
  const toSign = contentOf(organization, now, publicKey)
  const signature = bits(sign('sha256', toSign, privateKey))
  return { key: privateKey, certificates: [sequence(toSign, signatureAlgorithm(), signature)] }
}

function contentOf(organization: string, now: Date, publicKey: KeyObject): Buffer {
  const name = nameOf(organization)
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + YEARS)
  const keyInfo = publicKey.export({ format: 'der', type: 'spki' })
  return sequence(
    tagged(0, integer(VERSION_3)),
    integer(serialNumber()),
    signatureAlgorithm(),
    name,
    sequence(time(now), time(end)),
    name,
    keyInfo,
    tagged(3, extensionsOf(keyInfo)),
  )
}

function signatureAlgorithm(): Buffer {
  return sequence(objectId(ID.ecdsaWithSha256))
}

function nameOf(organization: string): Buffer {
  const short = [...organization.trim()].slice(0, MAX_NAME_CHARACTERS).join('')
  if (short === '') throw new Error('A certificate needs the name of an organization.')
  const part = (id: string) => set(sequence(objectId(id), text(short)))
  return sequence(part(ID.organization), part(ID.commonName))
}

/** Random, positive and of full length. */
function serialNumber(): Buffer {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

function extensionsOf(keyInfo: Buffer): Buffer {
  const keyId = createHash('sha256').update(keyInfo).digest().subarray(0, 20)
  return sequence(
    sequence(objectId(ID.basicConstraints), truth(), octets(sequence())),
    sequence(objectId(ID.keyUsage), truth(), octets(USAGE)),
    sequence(objectId(ID.subjectKeyId), octets(octets(keyId))),
  )
}
