import { generateKeyPair } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { Integer } from 'asn1js'
import { TimeStampReq, TSTInfo } from 'pkijs'
import { runProgram } from '#test/harness/processes/programs.ts'
import { readAs, toDer } from './asn1.ts'
import { integer, sequence } from './asn1-samples.conformance.ts'
import { ID } from './object-ids.ts'

export type KeyKind = 'rsa' | 'ec'
type Pkcs12Options = { kind?: KeyKind; passphrase?: string; parameters?: string[] }
type Answer = (question: Buffer, response: ServerResponse) => unknown

/** Making an RSA key takes a second of a slow machine: the tests of a file share one, and use EC where the kind does not matter. */
const rsaKey = lazily(async () => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const path = join(await mkdtemp(join(tmpdir(), 'seal-')), 'rsa.pem')
  await writeFile(path, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  process.once('exit', () => rmSync(dirname(path), { recursive: true, force: true }))
  return path
})
const TIMESTAMPS = `
[tsa]
serial = SERIAL
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
ess_cert_id_alg = DIGEST
accuracy = secs:1
`

/** A folder of its own, which is gone after the tests. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'seal-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What pdfsig says of a file; it also ends badly without a signature that it can read. */
export async function verdictOf(pdf: Uint8Array): Promise<string> {
  const path = join(await aFolder(), 'sealed.pdf')
  await writeFile(path, pdf)
  return runProgram('pdfsig', [path]).catch((error: Error) => {
    if ('stdout' in error) return String(error.stdout)
    throw error
  })
}

/** A file as an authority would give it out, with a certificate that vouches for itself. */
export async function aPkcs12(options: Pkcs12Options = {}): Promise<Buffer> {
  const { kind = 'ec', passphrase = 'secret', parameters = [] } = options
  const folder = await aFolder()
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  await aCertificate({ key, certificate, kind, subject: '/O=Example/CN=Seal' })
  return pkcs12Of(['-inkey', key, '-in', certificate, ...parameters], passphrase)
}

export async function pkcs12Of(parameters: string[], passphrase = 'secret'): Promise<Buffer> {
  const file = join(await aFolder(), 'seal.p12')
  await runProgram('openssl', ['pkcs12', '-export', ...parameters, '-out', file, '-passout', `pass:${passphrase}`])
  return readFile(file)
}

type Certificate = { key: string; certificate: string; kind: KeyKind; subject: string; more?: string[] }

export async function aCertificate({ key, certificate, kind, subject, more = [] }: Certificate): Promise<void> {
  await writeKey(kind, key)
  const to = ['-key', key, '-out', certificate, '-utf8', '-subj', subject, '-days', '30']
  await runProgram('openssl', ['req', '-x509', '-new', ...to, ...more])
}

export async function writeKey(kind: KeyKind, path: string): Promise<void> {
  if (kind === 'rsa') return copyFile(await rsaKey(), path)
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  await writeFile(path, privateKey.export({ format: 'pem', type: 'pkcs8' }))
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A timestamp server that gives the prepared answers; returns its address. */
export async function aServer(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await answer(Buffer.concat(chunks), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/timestamps`
}

type Issuer = { key: string; certificate: string }

type AuthorityOptions = {
  kind?: KeyKind
  /** What the certificate may be used for, as OpenSSL takes it; none when empty. */
  usage?: string
  /** The authority that vouches for the certificate; it vouches for itself when left out. */
  root?: Issuer
  /** Further extensions of the certificate. */
  extensions?: string[]
  /** By which digest tokens name the certificate. */
  certificateDigest?: 'sha1' | 'sha256' | 'sha384' | 'sha512'
}

/** An authority that vouches for the certificates of others. */
export async function aRoot(): Promise<Issuer> {
  const folder = await aFolder()
  const key = join(folder, 'root-key.pem')
  const certificate = join(folder, 'root.pem')
  await aCertificate({ key, certificate, kind: 'ec', subject: '/CN=Root' })
  return { key, certificate }
}

/** A key whose certificate another one has issued. */
export async function anIssued(root: Issuer, subject: string, extensions: string[], kind: KeyKind = 'ec') {
  const folder = await aFolder()
  const at = (name: string) => join(folder, name)
  const key = at('key.pem')
  const certificate = at('certificate.pem')
  await writeFile(at('extensions'), extensions.join('\n'))
  await writeKey(kind, key)
  await runProgram('openssl', ['req', '-new', '-key', key, '-subj', subject, '-out', at('request.pem')])
  const by = ['-CA', root.certificate, '-CAkey', root.key, '-CAcreateserial', '-CAserial', at('serial')]
  const to = ['-extfile', at('extensions'), '-days', '30', '-out', certificate]
  await runProgram('openssl', ['x509', '-req', '-in', at('request.pem'), ...by, ...to])
  return { key, certificate }
}

async function aTimestampKey(options: AuthorityOptions) {
  const { kind = 'ec', usage = 'critical,timeStamping', root } = options
  const extensions = [
    ...(options.extensions ?? []),
    'basicConstraints=critical,CA:false',
    'keyUsage=critical,digitalSignature',
  ]
  if (usage !== '') extensions.push(`extendedKeyUsage=${usage}`)
  if (root) return anIssued(root, '/CN=Time', extensions, kind)
  const folder = await aFolder()
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const more = extensions.flatMap((one) => ['-addext', one])
  await aCertificate({ key, certificate, kind, subject: '/CN=Time', more })
  return { key, certificate }
}

/** Calls wait for each other: OpenSSL keeps serial numbers, questions and answers in files of the same name. */
export function inTurn<Parameters extends unknown[], Answer>(run: (...parameters: Parameters) => Promise<Answer>) {
  let last: Promise<unknown> = Promise.resolve()
  return (...parameters: Parameters): Promise<Answer> => {
    const next = last.then(() => run(...parameters))
    last = next.catch(() => {})
    return next
  }
}

/** A time stamping authority: OpenSSL answers, and `certificate` is what it signs with. */
export async function aTimestampAuthority(options: AuthorityOptions = {}) {
  const folder = await aFolder()
  const at = (name: string) => join(folder, name)
  const { key, certificate } = await aTimestampKey(options)
  const settings = TIMESTAMPS.replace('SERIAL', at('serial')).replace('DIGEST', options.certificateDigest ?? 'sha256')
  await writeFile(at('tsa.cnf'), settings)
  let count = 0

  async function reply(question: Buffer): Promise<Buffer> {
    count += 1
    const asked = at(`${count}.tsq`)
    const answered = at(`${count}.tsr`)
    await writeFile(asked, question)
    const by = ['-config', at('tsa.cnf'), '-section', 'tsa', '-signer', certificate, '-inkey', key]
    await runProgram('openssl', ['ts', '-reply', '-queryfile', asked, '-out', answered, ...by])
    return readFile(answered)
  }

  /** A reply that OpenSSL would not give: about what, and with what time, the caller says. */
  async function forge(info: Buffer, parameters: string[] = ['-cades']): Promise<Buffer> {
    count += 1
    const content = at(`${count}.info`)
    const token = at(`${count}.token`)
    await writeFile(content, info)
    const by = ['-signer', certificate, '-inkey', key, '-md', 'sha256', ...parameters]
    const to = ['-econtent_type', ID.timestampInfo, '-nodetach', '-binary', '-outform', 'DER', '-out', token]
    await runProgram('openssl', ['cms', '-sign', '-in', content, ...by, ...to])
    return sequence(sequence(integer(0)), await readFile(token))
  }

  return { key, certificate, reply: inTurn(reply), forge }
}

/** What an authority signs (TSTInfo of RFC 3161) when it is asked this. */
export function infoFor(
  question: Buffer,
  { moment = new Date(), nonce }: { moment?: Date; nonce?: Buffer } = {},
): Buffer {
  const asked = readAs(TimeStampReq, question)
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: asked.messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: moment,
    ...(asked.nonce && { nonce: asked.nonce }),
    ...(nonce && { nonce: new Integer({ valueHex: nonce }) }),
  })
  return toDer(info)
}

export function sendReply(response: ServerResponse, reply: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply)
}
