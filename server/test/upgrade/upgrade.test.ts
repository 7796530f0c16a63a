import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { startReceiver, verify } from '#test/harness/features/webhooks/receiver.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { startService } from '#test/harness/processes/service.ts'
import { dumpSchema } from '../../../scripts/dump-schema.ts'
import type { ReleaseFacts } from './facts.ts'
import { listReleases, restoreRelease } from './restore-release.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** Rows that last seconds or days, are kept for a carrier, or come from the set-up file alone. */
const MAY_BE_EMPTY = [
  'account_email_changes',
  'client_hostnames',
  'distribution_hand_overs',
  'distribution_receptions',
  'event_outbox',
  'event_traces',
  'request_tallies',
  'saml_requests',
  'used_proofs',
]

type Call = (path: string, init?: RequestInit) => Promise<Response>

for (const version of await listReleases()) {
  describe(`data of ${version}`, async () => {
    const { facts, db, dataDir, env, drop } = await restoreRelease(version)
    const isEmpty = await emptyTables()
    const service = await startService({ dataDir, env })
    after(async () => {
      await service.end('SIGTERM')
      await drop()
    })
    const calls = await callsOf(service.url, facts)

    async function emptyTables(): Promise<string[]> {
      const { rows } = await db.query<{ name: string }>(`
        SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition ORDER BY relname`)
      const names: string[] = []
      for (const { name } of rows) {
        const { rowCount } = await db.query(`SELECT FROM ${name} LIMIT 1`)
        if (rowCount === 0) names.push(name)
      }
      return names
    }

    test('is in every table that lasts', () => {
      assert.deepEqual(
        isEmpty.filter((name) => !MAY_BE_EMPTY.includes(name)),
        [],
      )
    })

    test('gets the schema of a new database from the first start', async () => {
      const { rows } = await db.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')
      const files = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}-/.test(name)).sort()

      assert.deepEqual(
        rows.map(({ name }) => `${name}.sql`),
        files,
      )
      assert.equal(await dumpSchema(db), await readFile(join(MIGRATIONS, 'schema.sql'), 'utf8'))
    })

    test('has files that the key decrypts, all of them whole', async () => {
      const { code, stdout } = await dossier(['verify-files'], { ...env, DATA_DIR: dataDir })

      assert.match(stdout, /^\d+ files, \d+ bytes: all are whole\.\n$/)
      assert.equal(code, 0)
    })

    test('lets employees log in with their passwords, and read their documents and the vault', async () => {
      const { document, vault_document } = facts

      const listed = await jsonOf<{ id: string; title: string }[]>(calls.employee('/me/documents?per_page=100'))
      const file = await calls.employee(`/me/documents/${document.id}/file`)
      const vault = await jsonOf<{ id: string; title: string }>(calls.employee(`/me/vault/${vault_document.id}`))

      assert.equal(listed.find(({ id }) => id === document.id)?.title, document.title)
      assert.equal(await sha256(file), document.sha256)
      assert.equal(vault.title, vault_document.title)
    })

    test('has the requests with what was said, for employees, managers and applications', async () => {
      const { id, subject, comment } = facts.request

      const mine = await jsonOf<{ subject: string }>(calls.employee(`/me/requests/${id}`))
      const managed = await jsonOf<{ id: string; subject: string }[]>(calls.manager('/manager/requests?per_page=100'))
      const said = await jsonOf<{ body: string }[]>(calls.keyed(`/api/requests/${id}/comments/`))

      assert.equal(mine.subject, subject)
      assert.ok(managed.some((one) => one.id === id && one.subject === subject))
      assert.deepEqual(
        said.map(({ body }) => body),
        [comment],
      )
    })

    test('finds articles by a word of their text', async () => {
      const { slug, title, word } = facts.article

      const found = await jsonOf<{ slug: string; title: string }[]>(calls.employee(`/me/articles?q=${word}`))

      assert.deepEqual(
        found.map((one) => [one.slug, one.title]),
        [[slug, title]],
      )
    })

    test('answers applications that have their old secret: data sets, distributions, webhooks', async () => {
      const { dataset_value, distribution, webhook } = facts

      const value = await jsonOf<{ name: string }>(
        calls.application(`/datasets/${dataset_value.dataset}/values/${dataset_value.path}`),
      )
      const project = await jsonOf<{ name: string; status: string }>(
        calls.application(`/distribution_projects/${distribution.id}`),
      )
      const webhooks = await jsonOf<{ id: string; name: string }[]>(calls.application('/webhooks'))
      const attempt = await calls.application(`/webhooks/${webhook.id}/deliveries/${webhook.delivery_id}`)

      assert.equal(value.name, dataset_value.name)
      assert.deepEqual([project.name, project.status], [distribution.name, 'completed'])
      assert.equal(webhooks.find(({ id }) => id === webhook.id)?.name, webhook.name)
      assert.equal(attempt.status, 200)
    })

    test('has the sealed file byte for byte, and a signing link that was mailed opens', async () => {
      const { signature, signing_path } = facts

      const process = await jsonOf<{ title: string; status: string }>(
        calls.application(`/signature_processes/${signature.id}`),
      )
      const file = await calls.application(`/signature_processes/${signature.id}/signed_file`)
      const signing = await calls.visitor(`/signing/${signing_path.split('/').at(-1)}`)

      assert.deepEqual([process.title, process.status], [signature.title, 'signed'])
      assert.equal(await sha256(file), signature.sha256)
      assert.equal(signing.status, 200)
    })

    test('signs callbacks with the key that the receiver has', async () => {
      const receiver = await startReceiver()
      const { id, signature_key } = facts.webhook
      await jsonOf(
        calls.application(`/webhooks/${id}`, { method: 'PATCH', body: `{"callback_url":"${receiver.url}"}` }),
      )

      await jsonOf(calls.application('/organizations/NICE', { method: 'PUT', body: '{"name":"Nice"}' }))

      const isNice = ({ json }: { json: { type: string } }) => json.type === 'organization.created'
      const callback = await eventually(() => receiver.received.find(isNice), { withinSeconds: 60 })
      await receiver.close()
      assert.doesNotThrow(() => verify(callback, signature_key))
    })
  })
}

/** How each of those who knew the release calls the service. */
async function callsOf(
  url: string,
  facts: ReleaseFacts,
): Promise<Record<'visitor' | 'employee' | 'manager' | 'application' | 'keyed', Call>> {
  const call =
    (root: string, headers: Record<string, string>): Call =>
    (path, init) =>
      fetch(url + root + path, {
        ...init,
        headers: { ...headers, ...(init?.body ? { 'content-type': 'application/json' } : {}) },
      })
  const visitor = call('/portal/api', { 'x-requested-with': 'dossier' })
  const person = async (logIn: object) => {
    const answer = await visitor('/session', { method: 'POST', body: JSON.stringify(logIn) })
    assert.equal(answer.status, 200, await answer.text())
    return call('/portal/api', { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' })
  }
  const api = '/api/v2/client'
  const basic = Buffer.from(`${facts.application_id}:${facts.application_secret}`).toString('base64')
  const grant = { grant_type: 'client_credentials', scope: 'client', client_id: facts.client_id }
  const { access_token } = await jsonOf<{ access_token: string }>(
    fetch(`${url}${api}/tokens`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(grant),
    }),
  )
  return {
    visitor,
    employee: await person(facts.people.employee),
    manager: await person(facts.people.manager),
    application: call(api, { authorization: `Bearer ${access_token}` }),
    keyed: call('', { 'x-api-key': facts.api_key }),
  }
}

async function jsonOf<Answer>(sent: Promise<Response>): Promise<Answer> {
  const answer = await sent
  const text = await answer.text()
  assert.ok(answer.ok, `${answer.url}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

async function sha256(answer: Response): Promise<string> {
  assert.equal(answer.status, 200)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}
