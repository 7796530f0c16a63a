// Checks an export of an audit trail: `node verify.mjs FILE [FINGERPRINT]`, on Node 18 or newer, with nothing else installed.
// The service hashes its entries by the functions of this file.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** What the first entry names as the hash of the one before it. */
export const GENESIS = '0'.repeat(64)

const MAX_LINE_BYTES = 16 * 1024 * 1024
/** The last line has two seals with their certificates. */
const MAX_LAST_LINE_BYTES = 1024 * 1024
const TEXT = JSON.stringify

/** What does not hold, and of which entry. */
export class Broken extends Error {
  constructor(message, sequence) {
    super(sequence === undefined ? message : `entry ${sequence}: ${message}`)
    this.name = 'Broken'
  }
}

/** Canonical JSON (RFC 8785) of what entries consist of: keys by their code units, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return TEXT(value) ?? 'null'
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${TEXT(key)}:${canonical(value[key])}`).join(',')}}`
}

export const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** What `actor_hash` is the hash of. */
export function actorText({ address, id, name, salt, type }) {
  return `{"address":${TEXT(address)},"id":${TEXT(id)},"name":${TEXT(name)},"salt":${TEXT(salt)},"type":${TEXT(type)}}`
}

/** What `subject_hash` is the hash of. */
export function subjectText({ salt, technical_id, type }) {
  return `{"salt":${TEXT(salt)},"technical_id":${TEXT(technical_id)},"type":${TEXT(type)}}`
}

/** What `hash` is the hash of: the entry without what can be erased. */
export function entryText(entry, client) {
  const { action, actor_hash, actor_type, at, details, outcome, previous_hash, resource, sequence, subject_hash } =
    entry
  return (
    `{"action":${TEXT(action)},"actor_hash":${TEXT(actor_hash)},"actor_type":${TEXT(actor_type)},"at":${TEXT(at)},` +
    `"client":${TEXT(client)},"details":${canonical(details)},"outcome":${TEXT(outcome)},` +
    `"previous_hash":${TEXT(previous_hash)},"resource":${canonical(resource)},"sequence":${TEXT(sequence)},` +
    `"subject_hash":${TEXT(subject_hash)}}`
  )
}

/** Checks entries one after the other; of a whole chain that none is missing, else that they are in order. */
export class ChainCheck {
  count = 0
  sequence = 0
  hash = GENESIS

  constructor(client, { isWhole }) {
    this.client = client
    this.isWhole = isWhole
  }

  add(entry) {
    const { sequence } = entry
    const next = this.sequence + 1
    if (!Number.isSafeInteger(sequence)) throw new Broken(`a line after entry ${this.sequence} has no sequence`)
    if (this.isWhole && sequence !== next) throw new Broken(`missing, or out of order: ${sequence} stands here`, next)
    if (sequence < next) throw new Broken(`out of order, after ${this.sequence}`, sequence)
    if (sequence === next && entry.previous_hash !== this.hash) {
      throw new Broken('previous_hash is not the hash of the entry before it', sequence)
    }
    checkHashes(entry, this.client)
    this.count += 1
    this.sequence = sequence
    this.hash = entry.hash
  }

  /** Whether the chain goes as far as something sealed says. */
  reaches({ sequence, hash }) {
    if (this.sequence > sequence) throw new Broken(`lies beyond ${sequence}, where the chain ended`, this.sequence)
    if (this.isWhole && this.sequence < sequence) {
      throw new Broken(`missing: the chain goes to ${sequence}`, this.sequence + 1)
    }
    if (this.sequence === sequence && this.hash !== hash) throw new Broken('not the entry that was sealed', sequence)
  }
}

/** Whether the hashes of an entry are those of its content. Parts that were erased are not looked at. */
function checkHashes(entry, client) {
  const { actor, subject, sequence } = entry
  if (entry.hash !== sha256(entryText(entry, client))) throw new Broken('hash is not that of its content', sequence)
  if (actor && (actor.type !== entry.actor_type || entry.actor_hash !== sha256(actorText(actor)))) {
    throw new Broken('actor_hash is not that of its actor', sequence)
  }
  if (subject && entry.subject_hash !== sha256(subjectText(subject))) {
    throw new Broken('subject_hash is not that of its subject', sequence)
  }
}

const HASHES = { ES256: 'sha256', ES384: 'sha384', ES512: 'sha512', RS256: 'sha256' }

/** The content of a compact JWS (RFC 7515), and the certificate that it was signed with. */
export function openSeal(seal) {
  try {
    const parts = seal.split('.')
    const [head, payload, signature] = parts.map((part) => Buffer.from(part, 'base64url'))
    // What decodes to the same bytes is not the same text.
    if (parts.length !== 3 || parts.some((part) => Buffer.from(part, 'base64url').toString('base64url') !== part)) {
      throw new Error('not a JWS')
    }
    const { alg, x5c } = JSON.parse(head)
    const certificate = new X509Certificate(Buffer.from(x5c[0], 'base64'))
    const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' }
    if (!(alg in HASHES) || !verify(HASHES[alg], Buffer.from(`${parts[0]}.${parts[1]}`), key, signature)) {
      throw new Error('not signed with its certificate')
    }
    return { payload: JSON.parse(payload), certificate }
  } catch (error) {
    throw new Broken(`the seal does not hold: ${error.message}`)
  }
}

/** The content of a seal, which has to be exactly this. */
export function checkSealOver(seal, content) {
  const { payload, certificate } = openSeal(seal)
  if (canonical(payload) !== canonical(content)) throw new Broken('the seal is over something else')
  return certificate
}

/** What the last line of an export says: the checkpoint of the chain, and what the export holds of it. */
function readClosing(closing) {
  const { checkpoint, export: made, ...rest } = closing
  if (!checkpoint || !made || Object.keys(rest).length > 0) throw new Broken('the checkpoint is missing at the end')
  const { seal, ...chain } = checkpoint
  const { seal: sealOfExport, ...content } = made
  const certificate = checkSealOver(seal, chain)
  const { client, sequence, hash } = chain
  const other = checkSealOver(sealOfExport, { ...content, client, sequence, hash })
  if (other.fingerprint256 !== certificate.fingerprint256) throw new Broken('the seals are by different certificates')
  return { chain, content, certificate }
}

/** The cells of a row of CSV, and where each begins. */
function parseRow(line) {
  const cells = []
  const starts = []
  for (let at = 0; ; at += 1) {
    starts.push(at)
    const quoted = /"((?:[^"]|"")*)"/y
    quoted.lastIndex = at
    const match = quoted.exec(line)
    const end = match ? quoted.lastIndex : Math.max(line.indexOf(',', at), -1)
    const cell = match ? match[1].replaceAll('""', '"') : line.slice(at, end < 0 ? undefined : end)
    cells.push(/^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell)
    if (end < 0 || end === line.length) return { cells, starts }
    if (line[end] !== ',') throw new Broken(`a row is not CSV: ${line.slice(0, 60)}`)
    at = end
  }
}

const AS_JSON = ['sequence', 'actor', 'subject', 'resource', 'details']

/** How the lines of each format are read: the entry of a line, and its text as far as it was sealed. */
const FORMATS = {
  jsonl: () => ({
    closingOf: (line) => JSON.parse(line),
    read: (line, isLast) => (isLast ? {} : { entry: JSON.parse(line), sealed: line }),
  }),
  csv: (header) => {
    const columns = header.split(',')
    const closing = columns.slice(0, -2).length
    const parse = (column, cell) => {
      if (AS_JSON.includes(column)) return cell === '' ? null : JSON.parse(cell)
      return column === 'subject_hash' && cell === '' ? null : cell
    }
    const read = (line, isLast) => {
      const { cells, starts } = parseRow(line)
      if (cells.length !== columns.length) throw new Broken(`a row has ${cells.length} cells: ${line.slice(0, 60)}`)
      if (!isLast && cells.slice(closing).join('') !== '') throw new Broken('a checkpoint stands before the end')
      const values = columns.slice(0, closing).map((column, n) => [column, parse(column, cells[n])])
      return { entry: Object.fromEntries(values), sealed: line.slice(0, starts[closing] - 1) }
    }
    const closingOf = (line) => {
      const { cells } = parseRow(line)
      const [checkpoint, made] = cells.slice(closing).map((cell) => (cell ? JSON.parse(cell) : undefined))
      return { checkpoint, export: made }
    }
    return { closingOf, read }
  },
}

/** The lines of a file, as bytes; the last one may lack its end. */
async function* linesOf(path) {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > MAX_LINE_BYTES) throw new Broken('a line has no end')
  }
  if (rest.length > 0) yield rest
}

/** The last line: what all others are compared with. */
async function lastLineOf(path) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, MAX_LAST_LINE_BYTES)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const text = buffer.toString('utf8').replace(/\r?\n$/, '')
    return text.slice(text.lastIndexOf('\n') + 1).replace(/^\uFEFF/, '')
  } finally {
    await file.close()
  }
}

/** Checks an export, line by line; throws what does not hold. */
export async function verifyExport(path) {
  const last = await lastLineOf(path)
  const digest = createHash('sha256')
  let format
  let closing
  let check
  let before
  const take = (bytes, isLast) => {
    const line = bytes.toString('utf8')
    if (!format) {
      const isCsv = line.startsWith('sequence,')
      format = isCsv ? FORMATS.csv(line.replace(/\r$/, '')) : FORMATS.jsonl()
      closing = readClosing(format.closingOf(last))
      check = new ChainCheck(closing.chain.client, { isWhole: Object.keys(closing.content.filters ?? {}).length === 0 })
      if (isCsv) return digest.update(bytes).update('\n')
    }
    const { entry, sealed } = format.read(line.replace(/\r$/, ''), isLast)
    if (!entry) return digest
    check.add(entry)
    return digest.update(sealed === line ? bytes : Buffer.from(sealed)).update('\n')
  }
  for await (const bytes of linesOf(path)) {
    if (before) take(before, false)
    before = bytes
  }
  if (!before) throw new Broken('the file is empty')
  take(before, true)
  check.reaches(closing.chain)
  if (closing.content.entries !== check.count) throw new Broken(`${closing.content.entries} entries were exported`)
  if (closing.content.sha256 !== digest.digest('hex')) throw new Broken('a line is not as it was exported')
  return { check, ...closing }
}

/** How a certificate is told from others. */
export const fingerprintOf = (certificate) => certificate.fingerprint256.replaceAll(':', '').toLowerCase()

/** Checks a file, says in one line what was found, and answers the exit code. */
export async function verifyFile(path, { say, fingerprint }) {
  try {
    const { check, chain, certificate } = await verifyExport(path)
    const actual = fingerprintOf(certificate)
    if (fingerprint && fingerprint.replaceAll(':', '').toLowerCase() !== actual) {
      throw new Broken(`sealed with another certificate: SHA-256 ${actual}`)
    }
    const what = check.isWhole ? 'the whole chain' : `a selection from a chain of ${chain.sequence}`
    say(`OK: ${check.count} entries of ${chain.client}, ${what}, sealed ${chain.at} with certificate SHA-256 ${actual}`)
    return 0
  } catch (error) {
    say(`FAILED: ${error.message}`)
    return 1
  }
}
