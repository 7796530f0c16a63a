import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Webhook } from '#modules/webhooks/subscriptions/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { snippets } from '#test/harness/features/webhooks/docs-page.ts'
import { type Received, startReceiver, verify } from '#test/harness/features/webhooks/receiver.ts'
import { LANGUAGES, run, withPackages } from '#test/harness/features/webhooks/signature-checkers.ts'
import { isInstalled } from '#test/harness/processes/installed.ts'
import { aFolder, freePort } from '#test/harness/processes/service.ts'

const service = await startApp()
const { v2, clock } = service
const folder = await withPackages(await aFolder())
const TSC = join(import.meta.dirname, '../../node_modules/typescript-native/bin/tsc')

const receiver = await startReceiver()
after(() => receiver.close())

/** A webhook whose callbacks are more than ASCII. */
const webhook: Webhook = (
  await v2('POST', '/webhooks', {
    body: { name: 'Zoë 🙂 北京 "quoted"', callback_url: receiver.url, events: ['note.*'] },
  })
).json()

/** A callback that the service sent, by a clock that goes so much before or behind. */
async function aCallback({ clockIsAheadBy = 0 } = {}): Promise<Received> {
  clock.advance(clockIsAheadBy)
  const answer = await v2('POST', `/webhooks/${webhook.id}/tests`)
  clock.advance(-clockIsAheadBy)
  assert.equal(answer.statusCode, 204)
  return receiver.received.at(-1) ?? assert.fail('Nothing arrived.')
}

const key = webhook.signature_key
const good = await aCallback()
const old = await aCallback({ clockIsAheadBy: -600 })
const early = await aCallback({ clockIsAheadBy: 600 })
const otherKey = (await aWebhook(service)).signature_key
const newKey: string = (await v2('POST', `/webhooks/${webhook.id}/refresh_signature_key`)).json().signature_key
const afterRefresh = await aCallback()

const withHeaders = ({ raw, headers }: Received, changes: Record<string, string>) => ({
  raw,
  headers: { ...headers, ...changes },
})

function signedWithNothing({ raw, headers }: Received) {
  const hmac = (content: string) => createHmac('sha256', '').update(content)
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`
  return withHeaders(good, {
    'webhook-signature': `v1,${hmac(signed).digest('base64')}`,
    'x-event-signature': hmac(raw).digest('hex'),
  })
}

type Case = { callback: Pick<Received, 'headers' | 'raw'>; key: string; standard: boolean; plain: boolean }
const cases: Record<string, Case> = {
  'as it was sent': { callback: good, key, standard: true, plain: true },
  'with a changed body': {
    callback: { ...good, raw: good.raw.replace('"is_active":true', '"is_active":null') },
    key,
    standard: false,
    plain: false,
  },
  'with one more line at its end': { callback: { ...good, raw: `${good.raw}\n` }, key, standard: false, plain: false },
  'and another key': { callback: good, key: otherKey, standard: false, plain: false },
  'from ten minutes ago': { callback: old, key, standard: false, plain: true },
  'from ten minutes ahead': { callback: early, key, standard: false, plain: true },
  'from ten minutes ago, with a new timestamp': {
    callback: withHeaders(old, { 'webhook-timestamp': String(good.headers['webhook-timestamp']) }),
    key,
    standard: false,
    plain: true,
  },
  'with a timestamp that is none': {
    callback: withHeaders(good, { 'webhook-timestamp': 'now' }),
    key,
    standard: false,
    plain: true,
  },
  'with the id of another': {
    callback: withHeaders(good, { 'webhook-id': String(old.headers['webhook-id']) }),
    key,
    standard: false,
    plain: true,
  },
  'with half a signature': {
    callback: withHeaders(good, {
      'webhook-signature': String(good.headers['webhook-signature']).slice(0, 20),
      'x-event-signature': String(good.headers['x-event-signature']).slice(0, 20),
    }),
    key,
    standard: false,
    plain: false,
  },
  'without a signature': {
    callback: withHeaders(good, { 'webhook-signature': '', 'x-event-signature': '' }),
    key,
    standard: false,
    plain: false,
  },
  'and the new key, after a refresh': { callback: afterRefresh, key: newKey, standard: true, plain: true },
  'and the old key, after a refresh': { callback: afterRefresh, key, standard: true, plain: false },
  'signed with nothing, and no key': { callback: signedWithNothing(good), key: '', standard: false, plain: false },
}

describe('the pieces of code of docs/api/webhooks.md', () => {
  test('are there in every language', () => {
    const missing = LANGUAGES.filter((one) => one.snippets.length === 0 || one.snippets.some((code) => !code))

    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    )
  })

  for (const language of LANGUAGES.filter(({ needs }) => needs.every(isInstalled))) {
    describe(language.name, async () => {
      const check = await language.open(folder)

      for (const [what, { callback, key, standard, plain }] of Object.entries(cases)) {
        test(`${standard ? 'believes' : 'refuses'} a callback ${what}`, async () => {
          const verdict = await check(callback, key)

          assert.equal(verdict.standard, standard)
          if (verdict.plain !== undefined) assert.equal(verdict.plain, plain, 'by the plain signature')
        })
      }
    })
  }

  test('those in TypeScript pass a strict compiler', async () => {
    const place = await withPackages(await aFolder())
    const [signature = '', withPackage = ''] = snippets('### TypeScript', 'ts')
    const [receiving = ''] = snippets('## Receive callbacks', 'ts')
    const files = { 'signature.ts': signature, 'package.ts': withPackage, 'receiver.ts': receiving }
    for (const [name, code] of Object.entries(files)) await writeFile(join(place, name), code)
    const options = '--noEmit --strict --noUncheckedIndexedAccess --target es2024 --module nodenext --types node'

    const ran = await run(place, [
      process.execPath,
      TSC,
      ...options.split(' '),
      '--allowImportingTsExtensions',
      ...Object.keys(files),
    ])

    assert.deepEqual([ran.stdout, ran.stderr, ran.code], ['', '', 0])
  })

  for (const [what, isRight] of Object.entries({ 'its key': true, 'another key': false })) {
    test(`the receiver with ${what} takes ${isRight ? 'each callback once' : 'none'}`, async () => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/`
      const hook = await aWebhook(service, { url, events: ['organization.*'] })
      const printed = await startReceiverOfPage(port, isRight ? hook.signature_key : otherKey)
      const { stop } = startDispatcher(service)
      const code = unique('org')
      const attempts = async () => {
        const [delivery] = (await v2('GET', `/webhooks/${hook.id}/deliveries`)).json()
        return delivery && (await v2('GET', `/webhooks/${hook.id}/deliveries/${delivery.id}`)).json()
      }

      await v2('PUT', `/organizations/${code}`, { body: { name: code } })
      const first = await eventually(async () => (await attempts())?.attempts.length === 1 && (await attempts()))
      await v2('POST', `/webhooks/${hook.id}/deliveries/${first.id}/retries`)
      const second = await eventually(async () => (await attempts())?.attempts.length === 2 && (await attempts()))
      await stop()

      const status = isRight ? 204 : 401
      assert.deepEqual(
        second.attempts.map((one: { status_code: number }) => one.status_code),
        [status, status],
      )
      assert.equal(printed(), isRight ? `organization.created ${first.id}\n` : '')
    })
  }

  for (const _ of ['curl'].filter((command) => isInstalled(command) && isInstalled('openssl'))) {
    test('the callback that a shell signs is believed', async () => {
      const place = await aFolder()
      await writeFile(join(place, 'body.json'), good.raw)
      const [, , sending = ''] = snippets('### Shell', 'sh')

      const ran = await run(place, ['sh', '-c', sending], { env: { URL: receiver.url, KEY: key } })

      const arrived = receiver.received.at(-1)
      assert.equal(ran.code, 0)
      assert.ok(arrived && arrived.headers['webhook-id'] !== afterRefresh.headers['webhook-id'])
      assert.equal(arrived.raw, good.raw)
      verify(arrived, key)
    })
  }
})

/** The receiver of the page as a process; answers what tells what it printed. */
async function startReceiverOfPage(port: number, signatureKey: string): Promise<() => string> {
  const place = await withPackages(await aFolder())
  const [signature = ''] = snippets('### TypeScript', 'ts')
  const [receiving = ''] = snippets('## Receive callbacks', 'ts')
  await writeFile(join(place, 'signature.ts'), signature)
  await writeFile(join(place, 'receiver.ts'), receiving)
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), SIGNATURE_KEY: signatureKey }
  const child = spawn(process.execPath, ['receiver.ts'], { cwd: place, env, stdio: ['ignore', 'pipe', 'inherit'] })
  after(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  await eventually(() =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
      ({ status }) => status === 401,
      () => false,
    ),
  )
  return () => printed
}
