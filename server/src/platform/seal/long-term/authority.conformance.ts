import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import type { SealIdentity } from '#platform/seal/identity.ts'
import {
  aFolder,
  anIssued,
  aRoot,
  aTimestampAuthority,
  inTurn,
  pkcs12Of,
  sendReply,
} from '#platform/seal/openssl.conformance.ts'
import { readPkcs12 } from '#platform/seal/pkcs12/read-pkcs12.ts'
import { runProgram } from '#test/harness/processes/programs.ts'

type Service = 'ocsp' | 'crl' | 'tsa' | 'issuer'
type Handler = (body: Buffer, response: ServerResponse) => unknown
type Leaf = { key: string; certificate: string }

const DAY_MS = 24 * 60 * 60 * 1000
const GOOD_UNTIL = '491231235959Z'
const REVOKED_AT = new Date('2024-01-01')

/**
 * A certificate authority with a responder, a list of revoked certificates and a timestamp authority, all by OpenSSL.
 * `answers` lets a test answer in place of one of them.
 */
export async function anAuthority() {
  const folder = await aFolder()
  const at = (name: string) => join(folder, name)
  const answers: { [name in Service]?: Handler | undefined } = {}
  const calls: Service[] = []
  const url = await aWebServer(async (service, body, response) => {
    calls.push(service)
    await (answers[service] ?? handlers[service])(body, response)
  })
  const root = await aRoot()
  const sources = [
    `authorityInfoAccess=OCSP;URI:${url}/ocsp`,
    `crlDistributionPoints=URI:${url}/crl`,
    'keyUsage=critical,digitalSignature,nonRepudiation',
  ]
  const seal = await anIssued(root, '/CN=Seal', sources)
  const time = await aTimestampAuthority({ root, extensions: sources.slice(0, 2) })
  const responder = await anIssued(root, '/CN=Responder', ['extendedKeyUsage=OCSPSigning', 'noCheck=ignored'])
  const revoked = new Map<string, string>()
  const settings = `[ca]\ndefault_ca=a\n[a]\ndatabase=${at('index')}\ndefault_md=sha256\ndefault_crl_days=7\n`

  async function writeIndex(leaves: Leaf[]): Promise<void> {
    const lines = leaves.map(async ({ certificate }) => {
      const { serialNumber } = new X509Certificate(await readFile(certificate))
      const when = revoked.get(certificate)
      const status = when ? 'R' : 'V'
      return `${status}\t${GOOD_UNTIL}\t${when ?? ''}\t${serialNumber}\tunknown\t/CN=x\n`
    })
    await writeFile(at('index'), (await Promise.all(lines)).join(''))
    await writeFile(at('index.attr'), 'unique_subject = no\n')
  }
  await writeIndex([seal, time])

  /** What OpenSSL answers to a question about a certificate. */
  const ocspAnswer = inTurn(async (question: Buffer, { by = responder }: { by?: Leaf } = {}): Promise<Buffer> => {
    await writeFile(at('ocsp.req'), question)
    const signer = ['-rsigner', by.certificate, '-rkey', by.key, '-CA', root.certificate, '-index', at('index')]
    const files = ['-reqin', at('ocsp.req'), '-respout', at('ocsp.resp')]
    await runProgram('openssl', ['ocsp', ...signer, ...files, '-ndays', '1'])
    return readFile(at('ocsp.resp'))
  })

  /** A list of the revoked certificates; with extensions, as OpenSSL takes them. */
  const crl = inTurn(async (extensions: string[] = []): Promise<Buffer> => {
    await writeFile(at('crl.cnf'), `${settings}[extensions]\n${extensions.join('\n')}\n`)
    const by = ['-config', at('crl.cnf'), '-cert', root.certificate, '-keyfile', root.key, '-crlexts', 'extensions']
    await runProgram('openssl', ['ca', '-gencrl', ...by, '-out', at('crl.pem')])
    await runProgram('openssl', ['crl', '-in', at('crl.pem'), '-outform', 'DER', '-out', at('crl.der')])
    return readFile(at('crl.der'))
  })

  const handlers: Record<Service, Handler> = {
    ocsp: async (body, response) => response.end(await ocspAnswer(body)),
    crl: async (_body, response) => response.end(await crl()),
    issuer: async (_body, response) => response.end(new X509Certificate(await readFile(root.certificate)).raw),
    tsa: async (body, response) => sendReply(response, await time.reply(body)),
  }

  return {
    url,
    root,
    time,
    answers,
    calls,
    ocspAnswer,
    crl,
    /** With a reason as OpenSSL calls it. */
    async revoke(who: 'seal' | 'time', { reason = '', moment = REVOKED_AT } = {}): Promise<void> {
      const when = `${moment.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`
      revoked.set((who === 'seal' ? seal : time).certificate, reason ? `${when},${reason}` : when)
      await writeIndex([seal, time])
    },
    async restore(): Promise<void> {
      revoked.clear()
      await writeIndex([seal, time])
    },
    async identity(): Promise<SealIdentity> {
      const from = ['-inkey', seal.key, '-in', seal.certificate, '-certfile', root.certificate]
      return readPkcs12(await pkcs12Of(from), 'secret')
    },
    issue: (subject: string, extensions: string[]) => anIssued(root, subject, extensions),
    later: (days: number) => new Date(Date.now() + days * DAY_MS),
  }
}

async function aWebServer(answer: (service: Service, body: Buffer, response: ServerResponse) => Promise<void>) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [path = ''] = (request.url ?? '').slice(1).split('?')
    await answer(path as Service, Buffer.concat(chunks), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
