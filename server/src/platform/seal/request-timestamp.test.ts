import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { changedAt, integer, sequence, tokenIn } from './asn1-samples.conformance.ts'
import { aFolder, aRoot, aServer, aTimestampAuthority, infoFor, sendReply } from './openssl.conformance.ts'
import { MAX_TOKEN_BYTES, requestTimestamp } from './request-timestamp.ts'
import { TimestampRefused } from './timestamp-refused.ts'

const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const authority = await aTimestampAuthority()
const SIGNATURE = Buffer.from('a signature')

const DIGEST = createHash('sha256').update(SIGNATURE).digest()

const ask = (url: string, timeoutMs?: number) =>
  requestTimestamp({ outbound, clock: systemClock }, { url }, SIGNATURE, timeoutMs)
const refusal = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof TimestampRefused)
  assert.match(error.message, message)
  return true
}

describe('requestTimestamp', () => {
  test('answers the token of an authority', async () => {
    const url = await aServer(async (question, response) => sendReply(response, await authority.reply(question)))

    const token = await ask(url)

    assert.ok(token.length > 500)
  })

  test('refuses a token for another question: its nonce differs', async () => {
    let first: Buffer | undefined
    const url = await aServer(async (question, response) => {
      first ??= await authority.reply(question)
      sendReply(response, first)
    })
    await ask(url)

    await assert.rejects(ask(url), refusal(/answers another question/))
  })

  test('refuses a token about something else', async () => {
    const url = await aServer(async (question, response) => {
      const other = Buffer.from(question)
      const at = other.indexOf(Buffer.from([0x04, 0x20])) + 2
      other.fill(7, at, at + 32)
      sendReply(response, await authority.reply(other))
    })

    await assert.rejects(ask(url), refusal(/about something else/))
  })

  test('refuses a refusal', async () => {
    const url = await aServer((_question, response) => sendReply(response, sequence(sequence(integer(2)))))

    await assert.rejects(ask(url), refusal(/refused with the status 2/))
  })

  test('refuses a grant of nothing', async () => {
    const url = await aServer((_question, response) => sendReply(response, sequence(sequence(integer(0)))))

    await assert.rejects(ask(url), refusal(/no timestamp/))
  })

  for (const [name, garbage] of [
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html>')],
    ['brackets without end', Buffer.alloc(4000, Buffer.from([0x30, 0x80]))],
    ['another kind of value', sequence(sequence(integer(0)), sequence(integer(1)))],
  ] as const) {
    test(`refuses garbage: ${name}`, async () => {
      const url = await aServer((_question, response) => sendReply(response, garbage))

      await assert.rejects(ask(url), TimestampRefused)
    })
  }

  test('refuses another status, also a redirect, and another type', async () => {
    const failing = await aServer((_question, response) => response.writeHead(500).end('oops'))
    const moved = await aServer((_question, response) => response.writeHead(302, { location: failing }).end())
    const other = await aServer((_question, response) => response.writeHead(200, { 'content-type': 'text/html' }).end())

    await assert.rejects(ask(failing), refusal(/status 500/))
    await assert.rejects(ask(moved), refusal(/status 302/))
    await assert.rejects(ask(other), refusal(/type "text\/html"/))
  })

  test('refuses what is too large', async () => {
    const url = await aServer((_question, response) => sendReply(response, Buffer.alloc(1_000_000)))

    await assert.rejects(ask(url), refusal(/more than \d+ bytes/))
  })

  test('waits only so long', async () => {
    const url = await aServer(() => {})

    await assert.rejects(ask(url, 200), refusal(/There was no answer/))
  })

  test('refuses when nobody is there, and addresses that the service may not call', async () => {
    const guarded = openOutbound({ allowPrivate: false })
    after(() => guarded.close())

    await assert.rejects(ask('http://127.0.0.1:1/'), refusal(/There was no answer/))
    const asked = requestTimestamp({ outbound: guarded, clock: systemClock }, { url: 'http://127.0.0.1:1/' }, SIGNATURE)
    await assert.rejects(asked, refusal(/There was no answer/))
  })
})

/** A server that answers with this, whatever it is asked. */
const answering = (answer: (response: ServerResponse) => unknown) => aServer((_question, response) => answer(response))
/** An answer of this status, with the words that OpenSSL would have given. */
const status = (number: number, ...more: Buffer[]) => sequence(sequence(integer(number)), ...more)

describe('the question', () => {
  test('is one for OpenSSL: the digest, a nonce, and that the certificate is wanted', async () => {
    const folder = await aFolder()
    let headers: IncomingHttpHeaders = {}
    const url = await aServer(async (question, response) => {
      headers = response.req.headers
      await writeFile(join(folder, 'question'), question)
      response.writeHead(500).end()
    })

    await assert.rejects(ask(url), TimestampRefused)

    const told = await runProgram('openssl', ['ts', '-query', '-in', join(folder, 'question'), '-text'])
    assert.match(told, /Version: 1\nHash Algorithm: sha256\n/)
    assert.match(told, /Nonce: 0x[4-7][0-9A-F]{15}\nCertificate required: yes/)
    const hex = [...told.matchAll(/^ {4}[0-9a-f]{4} - ([0-9a-f -]{47})/gm)].map(([, line]) =>
      line?.replaceAll(/\W/g, ''),
    )
    assert.equal(hex.join(''), DIGEST.toString('hex'))
    assert.deepEqual(
      [headers['content-type'], headers.accept],
      ['application/timestamp-query', 'application/timestamp-reply'],
    )
  })

  test('has another nonce each time', async () => {
    const questions: string[] = []
    const url = await aServer((question, response) => {
      questions.push(question.toString('hex'))
      response.writeHead(500).end()
    })

    for (let count = 0; count < 5; count += 1) await assert.rejects(ask(url), TimestampRefused)

    assert.equal(new Set(questions).size, 5)
  })
})

describe('the answer', () => {
  test('is the token as the authority wrote it', async () => {
    let reply: Buffer = Buffer.alloc(0)
    const url = await aServer(async (question, response) => {
      reply = await authority.reply(question)
      sendReply(response, reply)
    })

    assert.deepEqual(await ask(url), tokenIn(reply))
  })

  for (const type of ['application/timestamp-reply; charset=binary', 'Application/Timestamp-Reply']) {
    test(`may be of the type ${type}`, async () => {
      const url = await aServer(async (question, response) =>
        response.writeHead(200, { 'content-type': type }).end(await authority.reply(question)),
      )

      assert.ok((await ask(url)).length > 500)
    })
  }

  test('may say that it was granted with changes', async () => {
    const url = await aServer(async (question, response) =>
      sendReply(response, status(1, tokenIn(await authority.reply(question)))),
    )

    assert.ok((await ask(url)).length > 500)
  })

  const TYPE = { 'content-type': 'application/timestamp-reply' }
  const refusals: [what: string, answer: (response: ServerResponse) => unknown, message: string][] = [
    ['of no type', (response) => response.writeHead(200).end(status(0)), 'The answer was of the type "".'],
    [
      'of a type that begins like it',
      (response) => response.writeHead(200, { 'content-type': 'application/timestamp-replying' }).end(status(0)),
      'The answer was of the type "application/timestamp-replying".',
    ],
    [
      'with the status 201',
      (response) => response.writeHead(201, TYPE).end(status(0)),
      'The answer had the status 201 instead of 200.',
    ],
    [
      'with the status 204',
      (response) => response.writeHead(204, TYPE).end(),
      'The answer had the status 204 instead of 200.',
    ],
    ['of an empty sequence', (response) => sendReply(response, sequence()), 'The answer was empty.'],
    ['that has to wait', (response) => sendReply(response, status(3)), 'It was refused with the status 3.'],
    [
      'that the authority may be revoked soon, though with a token',
      (response) => sendReply(response, status(4, sequence(integer(1)))),
      'It was refused with the status 4.',
    ],
    [
      'with a token that is too large for the place in a file',
      (response) => sendReply(response, status(0, sequence(integer(Buffer.alloc(MAX_TOKEN_BYTES, 1))))),
      'The timestamp is too large.',
    ],
    [
      'whose status is a word',
      (response) => sendReply(response, sequence(Buffer.from('0c0568656c6c6f', 'hex'))),
      'The answer could not be read.',
    ],
    ['that is a whole number', (response) => sendReply(response, integer(0)), 'The answer could not be read.'],
  ]
  for (const [what, answer, message] of refusals) {
    test(`is refused ${what}`, async () => {
      await assert.rejects(ask(await answering(answer)), { name: 'TimestampRefused', message })
    })
  }

  test('is refused if it ends before it said it would', async () => {
    const url = await answering((response) => {
      response.writeHead(200, { ...TYPE, 'content-length': '5000' }).write('0')
      response.socket?.end()
    })

    await assert.rejects(ask(url), refusal(/There was no answer/))
  })

  test('is refused cut off anywhere, and with any byte changed in the token, never with another error', async () => {
    let change = (reply: Buffer) => reply
    const url = await aServer(async (question, response) =>
      sendReply(response, change(await authority.reply(question))),
    )
    const { length } = status(0)

    for (const share of [0.2, 0.5, 0.8, 0.99]) {
      change = (reply) => reply.subarray(0, Math.floor(reply.length * share))
      await assert.rejects(ask(url), refusal(/could not be read/))
      // The certificates of the answer end at about four fifths of it: behind them is the signature.
      change = (reply) => changedAt(reply, length + Math.floor((reply.length - length) * share), 0x55)
      await assert.rejects(ask(url), TimestampRefused)
    }
  })

  test('is measured by the clock of the service, and by the roots that the operator trusts', async () => {
    const url = await aServer(async (question, response) =>
      sendReply(response, await authority.forge(infoFor(question))),
    )
    const trusted = new X509Certificate(await readFile(authority.certificate))
    const other = new X509Certificate(await readFile((await aRoot()).certificate))
    const askWith = (roots: X509Certificate[], aheadMs = 0) =>
      requestTimestamp({ outbound, clock: { now: () => new Date(Date.now() + aheadMs) } }, { url, roots }, SIGNATURE)

    assert.ok((await askWith([other, trusted])).length > 500)
    await assert.rejects(askWith([other]), refusal(/does not lead to one of TIMESTAMP_CA_FILE/))
    await assert.rejects(askWith([]), refusal(/does not lead to one of TIMESTAMP_CA_FILE/))
    await assert.rejects(askWith([trusted], 10 * 60_000), refusal(/far from the clock of the service/))
  })
})
