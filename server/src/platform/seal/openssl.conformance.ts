import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { runProgram } from '#test/harness/programs.ts'

export type KeyKind = 'rsa' | 'ec'
type Pkcs12Options = { kind?: KeyKind; passphrase?: string; parameters?: string[] }
type Answer = (question: Buffer, response: ServerResponse) => unknown

const KEYS: Record<KeyKind, string[]> = {
  rsa: ['-newkey', 'rsa:2048'],
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
}
const TIMESTAMPS = `
[tsa]
serial = SERIAL
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
accuracy = secs:1
`

/** A folder of its own, which is gone after the tests. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'seal-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What pdfsig says of a file; it also ends badly when there is no signature that it can read. */
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
  const { kind = 'rsa', passphrase = 'secret', parameters = [] } = options
  const folder = await aFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
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
  const to = ['-keyout', key, '-out', certificate, '-utf8', '-subj', subject, '-days', '30']
  await runProgram('openssl', ['req', '-x509', '-nodes', ...KEYS[kind], ...to, ...more])
}

/** A server that answers each question as it is told to; answers where it is. */
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

/** A time stamping authority: OpenSSL answers, and `certificate` is what it signs with. */
export async function aTimestampAuthority() {
  const folder = await aFolder()
  const at = (name: string) => join(folder, name)
  const [key, certificate] = [at('tsa-key.pem'), at('tsa.pem')]
  const usage = ['-addext', 'extendedKeyUsage=critical,timeStamping', '-addext', 'keyUsage=critical,digitalSignature']
  await aCertificate({ key, certificate, kind: 'rsa', subject: '/CN=Time', more: usage })
  await writeFile(at('tsa.cnf'), TIMESTAMPS.replace('SERIAL', at('serial')))
  let count = 0

  async function reply(question: Buffer): Promise<Buffer> {
    count += 1
    const [asked, answered] = [at(`${count}.tsq`), at(`${count}.tsr`)]
    await writeFile(asked, question)
    const by = ['-config', at('tsa.cnf'), '-section', 'tsa', '-signer', certificate, '-inkey', key]
    await runProgram('openssl', ['ts', '-reply', '-queryfile', asked, '-out', answered, ...by])
    return readFile(answered)
  }

  return { certificate, reply }
}

export function sendReply(response: ServerResponse, reply: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply)
}
