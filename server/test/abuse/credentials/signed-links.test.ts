import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isUnambiguous } from '#modules/auth/single-sign-on/signed-link.ts'
import { checkAge } from '#modules/documents/download/signed-download.ts'
import { isUuid } from '#platform/uuid.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls, signedAddress } from '#test/harness/features/documents/document-calls.ts'

const service = await startApp()
const { app, clock } = service
const secondsNow = () => Math.floor(clock.now().getTime() / 1000)

type Link = { external_id: string; timestamp: string; next: string }

const sign = ({ external_id, timestamp, next }: Link) =>
  createHmac('sha256', 'acme-shared-token').update(`${external_id}${timestamp}${next}`).digest('hex')

let addresses = 0
/** Opens a link with a hash that the company made, perhaps for another link. */
async function open(link: Link, hash: string) {
  addresses += 1
  const url = `/sso/access/?${new URLSearchParams({ ...link, hash })}`
  return (await app.inject({ url, remoteAddress: `192.0.2.${addresses}` })).statusCode
}

describe('a signed link', () => {
  test('for M-10 does not open M-1, the digit moved into the timestamp', async () => {
    for (const technical_id of ['M-1', 'M-10']) await anEmployee(service, { technical_id })
    const timestamp = `${secondsNow()}`
    const next = '/'
    const hash = sign({ external_id: 'M-10', timestamp, next })

    assert.equal(await open({ external_id: 'M-1', timestamp: `0${timestamp}`, next }, hash), 403)
    assert.equal(await open({ external_id: 'M-10', timestamp, next }, hash), 302)
  })

  test('for another person does not open mine, whatever digits their id ends with', async () => {
    const timestamp = `${secondsNow()}.5`
    const own = await anEmployee(service, { technical_id: 'K-2' })
    for (const more of ['0', '00', '1', '+', '0.', timestamp.slice(0, 1)]) {
      const hash = sign({ external_id: `${own}${more}`, timestamp, next: '/' })

      assert.equal(await open({ external_id: own, timestamp: `${more}${timestamp}`, next: '/' }, hash), 403, more)
    }
  })

  test('is not opened with the end of its timestamp moved into next', async () => {
    const external_id = await anEmployee(service)
    const seconds = `${secondsNow()}`
    const next = '/'
    const hash = sign({ external_id, timestamp: `${seconds}.25`, next })

    assert.equal(await open({ external_id, timestamp: `${seconds}.2`, next: `5${next}` }, hash), 403)
    assert.equal(await open({ external_id, timestamp: seconds, next: `.25${next}` }, hash), 403)
  })

  test('takes the digits of every clock, and none of another spelling', async () => {
    const seconds = secondsNow()
    const good = [`${seconds}`, `${seconds}.0`, `${seconds}.5`, `${seconds}.123456`]
    const bad = [
      `0${seconds}`,
      `+${seconds}`,
      `-${seconds}`,
      ` ${seconds}`,
      `${seconds} `,
      `${seconds}\n`,
      `${seconds}.`,
      `${seconds}.1234567`,
      `${seconds}e0`,
      `${seconds / 10}e1`,
      `${seconds},5`,
      `${seconds}.5.5`,
      '٣'.repeat(10),
    ]
    const answers: [string, number][] = []
    for (const timestamp of [...good, ...bad]) {
      const link = { external_id: await anEmployee(service), timestamp, next: '/' }
      answers.push([timestamp, await open(link, sign(link))])
    }

    assert.deepEqual(answers, [...good.map((one) => [one, 302]), ...bad.map((one) => [one, 403])])
  })
})

describe('a signed download', () => {
  test('is not opened by another spelling of its timestamp', async () => {
    const { uploaded } = documentCalls(service)
    const document_type_code = await aDocumentType(service, { kind: 'company' })
    const id = await uploaded({ document_type_code, organization_codes: [await anOrganization(service)] })
    const seconds = secondsNow()
    const status = async (at: string) => (await app.inject({ url: signedAddress(service, id, { at }) })).statusCode
    const good = [`${seconds}`, `${seconds}.0`, `${seconds}.1234567`, `${seconds}.123456789`]
    const bad = [
      `0${seconds}`,
      `00${seconds}`,
      `+${seconds}`,
      `${seconds}.`,
      `${seconds}e0`,
      `${seconds}.0123456789`,
      `${seconds}.0000000000`,
      ` ${seconds}`,
    ]

    for (const at of good) assert.equal(await status(at), 200, at)
    for (const at of bad) assert.equal(await status(at), 403, at)
  })
})

/** Every way to cut a text into three. */
function* cuts(text: string): Generator<[string, string, string]> {
  for (let first = 0; first <= text.length; first += 1) {
    for (let second = first; second <= text.length; second += 1) {
      yield [text.slice(0, first), text.slice(first, second), text.slice(second)]
    }
  }
}

const NOW = new Date('2026-11-16T20:00:00.500Z')
const SECONDS = Math.floor(NOW.getTime() / 1000)

/** Timestamps that are in time, with and without a fraction, which may look like a timestamp itself. */
const aTimestamp = fc
  .tuple(
    fc.integer({ min: SECONDS - 299, max: SECONDS + 59 }),
    fc.constantFrom('', '.', '.0', '.5', '.123456', '.1234567', `.${SECONDS}`, `.0${SECONDS}`, `.${SECONDS}.5`),
  )
  .map((both) => both.join(''))

/** Texts whose pieces may belong to either side of a border. */
const textOf = (...pieces: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.stringMatching(/^\d{1,3}$/), aTimestamp), { maxLength: 6 })
    .map((chosen) => chosen.join(''))

describe('of all links that share a hash', () => {
  const isLink = ([externalId, timestamp, next]: [string, string, string]) =>
    isUnambiguous({ externalId, timestamp, next }, NOW)

  test('at most one logs anybody in', () => {
    const pieces = textOf('M-', 'M-1', '0', '1', '.', '/', '/portal', 'http://', 'https:', 'http', '?t=', 'é', ' ')
    fc.assert(
      fc.property(fc.tuple(pieces, aTimestamp, pieces), (parts) => {
        const accepted = [...cuts(parts.join(''))].filter(isLink)

        assert.ok(accepted.length <= 1, JSON.stringify(accepted))
      }),
      { numRuns: 2000 },
    )
  })

  test('the one that was signed does, though the time stands in its next as well', () => {
    const anId = fc.stringMatching(/^[^/\0]{1,12}$/)
    const aNext = fc.oneof(
      fc.constant(''),
      textOf('/', '?t=', 'x').map((text) => `/${text}`),
    )
    const aSpelling = aTimestamp.filter((one) => /^\d+(?:\.\d{1,6})?$/.test(one))
    fc.assert(
      fc.property(fc.tuple(anId, aSpelling, aNext), (parts) => {
        assert.deepEqual([...cuts(parts.join(''))].filter(isLink), [parts])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('of all downloads that share a hash', () => {
  const isDownload = ([, id, timestamp]: [string, string, string]) => {
    if (!isUuid(id)) return false
    try {
      checkAge({ timestamp, hash: '', method: 'hmac' }, NOW)
      return true
    } catch {
      return false
    }
  }

  test('at most one opens a file, whatever the tokens', () => {
    const group = fc.stringMatching(/^[\da-fA-F]{4}$/)
    const token = fc
      .array(fc.oneof(fc.uuid(), group, fc.constantFrom('-', '0', '.', 'token'), aTimestamp), { maxLength: 5 })
      .map((chosen) => chosen.join(''))
    const id = fc.oneof(
      fc.uuid(),
      fc.uuid().map((one) => one.toUpperCase()),
      fc.array(fc.oneof(group, fc.constant('-')), { maxLength: 12 }).map((chosen) => chosen.join('')),
    )
    fc.assert(
      fc.property(fc.tuple(token, id, aTimestamp), (parts) => {
        const accepted = [...cuts(parts.join(''))].filter(isDownload)

        assert.ok(accepted.length <= 1, JSON.stringify(accepted))
      }),
      { numRuns: 500 },
    )
  })
})
