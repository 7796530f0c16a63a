import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { integer, sequence } from './asn1-samples.conformance.ts'
import { aServer, aTimestampAuthority, sendReply } from './openssl.conformance.ts'
import { requestTimestamp } from './request-timestamp.ts'
import { TimestampRefused } from './timestamp-refused.ts'

const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const authority = await aTimestampAuthority()
const SIGNATURE = Buffer.from('a signature')

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
