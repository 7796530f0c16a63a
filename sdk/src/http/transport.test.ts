import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { unique } from '../../../server/test/harness/builders.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { all } from '../../test/all.ts'
import { createDossier, createDossierWithApiKey, type TransportOptions } from '../index.ts'

const { url } = await startServing()
const credentials = { baseUrl: url, ...credentialsOf('payroll') }
const webhook = () => ({ name: unique('hook'), callback_url: 'https://hr.example.com', events: ['*' as const] })

type Sent = { method: string; path: string; key: string | null }

function withoutBody({ body: _, ...init }: RequestInit = {}): RequestInit {
  return init
}

/** Reaches the service, and loses the answers of the first calls that `isLost` holds for. */
function losing(losses: number, isLost: (sent: Sent) => boolean) {
  const calls: Sent[] = []
  let lost = 0
  const send: NonNullable<TransportOptions['fetch']> = async (input, init) => {
    // A request is sent below: its body must not be read here.
    const { method, url: address, headers } = input instanceof Request ? input : new Request(input, withoutBody(init))
    const sent = { method, path: new URL(address).pathname, key: headers.get('idempotency-key') }
    calls.push(sent)
    const answer = await fetch(input, init)
    if (!isLost(sent) || lost >= losses) return answer
    lost += 1
    await answer.body?.cancel()
    throw new TypeError('fetch failed')
  }
  return { fetch: send, calls }
}

describe('createDossier', () => {
  test('a POST whose answer is lost is sent again with its key, and done once', async () => {
    const { fetch, calls } = losing(1, ({ path }) => path.endsWith('/webhooks'))
    const sdk = createDossier({ ...credentials, fetch })
    const body = webhook()

    const { id } = await sdk.webhooks.create(body)

    const posts = calls.filter(({ path }) => path.endsWith('/webhooks'))
    assert.equal(posts.length, 2)
    assert.match(posts[0]?.key ?? '', /^[\da-f-]{36}$/)
    assert.equal(posts[1]?.key, posts[0]?.key)
    const made = (await all(sdk.webhooks.list())).filter(({ name }) => name === body.name)
    assert.deepEqual(
      made.map((one) => one.id),
      [id],
    )
  })

  test('each POST has a key of its own; other calls have none, nor has the call for a token', async () => {
    const { fetch, calls } = losing(0, () => false)
    const sdk = createDossier({ ...credentials, fetch })

    await sdk.webhooks.create(webhook())
    await sdk.webhooks.create(webhook())
    await sdk.employees.put(unique('E'), { first_name: 'Ada', last_name: 'Byron' })

    const [token, first, second, put] = calls.map(({ key }) => key)
    assert.deepEqual([token, put], [null, null])
    assert.ok(first && second && first !== second)
  })

  test('a call for a token is repeated', async () => {
    const { fetch, calls } = losing(1, ({ path }) => path.endsWith('/tokens'))
    const sdk = createDossier({ ...credentials, fetch })

    await sdk.roles.page()

    assert.equal(calls.filter(({ path }) => path.endsWith('/tokens')).length, 2)
  })

  test('a given key does an operation once, in two programs', async () => {
    const body = webhook()
    const idempotencyKey = unique('key')
    const once = () => createDossier(credentials).with({ idempotencyKey }).webhooks.create(body)

    const [first, second] = [await once(), await once()]

    assert.equal(second.id, first.id)
  })

  test('an upload of bytes is repeated, that of a stream is not', async () => {
    const bytes = new TextEncoder().encode('bytes')
    const filename = 'bytes.txt'
    const repeated = losing(1, ({ path }) => path.endsWith('/uploads'))
    const streamed = losing(1, ({ path }) => path.endsWith('/uploads'))

    const { id } = await createDossier({ ...credentials, ...repeated }).uploads.create(bytes, { filename })
    const stream = createDossier({ ...credentials, ...streamed }).uploads.create(new Blob([bytes]).stream(), {
      filename,
    })

    assert.ok(id)
    await assert.rejects(stream, { message: 'fetch failed' })
    assert.deepEqual([repeated.calls.length, streamed.calls.length], [3, 2])
  })

  test('a signal ends a call, and no other', async () => {
    const sdk = createDossier(credentials)

    const aborted = sdk.with({ signal: AbortSignal.abort(new Error('Enough.')) }).roles.page()

    await assert.rejects(aborted, { message: 'Enough.' })
    assert.ok((await sdk.roles.page()).items)
  })

  test('a signal ends the wait for a token, which other calls go on waiting for', async () => {
    let answerToken = () => {}
    const isAsked = Promise.withResolvers<void>()
    const slow: NonNullable<TransportOptions['fetch']> = async (input, init) => {
      const address = input instanceof Request ? input.url : String(input)
      if (!address.endsWith('/tokens')) return fetch(input, init)
      isAsked.resolve()
      await new Promise<void>((resolve) => (answerToken = resolve))
      return fetch(input, init)
    }
    const sdk = createDossier({ ...credentials, fetch: slow })
    const abort = new AbortController()
    const aborted = ['page', 'upload'].map((kind) => {
      const { roles, uploads } = sdk.with({ signal: abort.signal })
      return kind === 'page' ? roles.page() : uploads.create(new Blob(['bytes']), { filename: 'bytes.txt' })
    })
    const waiting = sdk.roles.page()
    await isAsked.promise

    abort.abort(new Error('Enough.'))

    for (const call of aborted) await assert.rejects(call, { message: 'Enough.' })
    answerToken()
    assert.ok((await waiting).items)
  })

  test('a revoked token is replaced by the next call', async () => {
    const sdk = createDossier(credentials)
    const first = await sdk.tokens.current()

    await sdk.tokens.revoke()

    const withFirst = await fetch(`${url}/api/v2/client/roles`, { headers: { authorization: `Bearer ${first}` } })
    assert.equal(withFirst.status, 401)
    await sdk.roles.page()
    assert.notEqual(await sdk.tokens.current(), first)
  })
})

describe('createDossierWithApiKey', () => {
  test('a request whose answer is lost is made once', async () => {
    const manager = unique('M')
    await createDossier(credentials).users.put(manager, {
      first_name: 'Max',
      last_name: 'Boss',
      email: `${manager}@acme.test`,
    })
    const { fetch, calls } = losing(1, ({ method }) => method === 'POST')
    const dossier = createDossierWithApiKey({ baseUrl: url, apiKey: 'acme-api-key', fetch })
    const subject = unique('subject')

    const { id } = await dossier.requests.create({
      form_code: 'default',
      creator_technical_id: manager,
      subject,
      body: 'Why?',
    })

    assert.deepEqual(new Set(calls.map(({ key }) => key)).size, 1)
    const made = (await all(dossier.requests.list())).filter((one) => one.subject === subject)
    assert.deepEqual(
      made.map((one) => one.id),
      [id],
    )
  })
})
