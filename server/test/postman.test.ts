import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { operationsOf } from '#apis/site/openapi/document.ts'
import { credentialsOf } from '#test/harness/app.ts'
import { committedDocuments } from '#test/harness/http/openapi.ts'
import { startServing } from '#test/harness/serving.ts'

type Entry = { key: string; value?: string; type?: string; disabled?: boolean }
type Auth = { type: string; bearer?: Entry[]; basic?: Entry[]; apikey?: Entry[] }
type Body = { mode: string; raw?: string; urlencoded?: Entry[]; formdata?: Entry[]; file?: { src: string } }
type Request = {
  method: string
  auth?: Auth
  header: Entry[]
  url: { raw: string; host: string[]; path: string[]; query: Entry[]; variable: Entry[] }
  body?: Body
}
type Item = { name: string; request: Request; response: unknown[]; event?: { listen: string }[] }
type Folder = { name: string; description: string; item: Item[] }
type Collection = {
  info: { name: string; schema: string }
  variable: Entry[]
  item: { name: string; auth: Auth; item: Folder[] }[]
}

const FILE = join(import.meta.dirname, '../../openapi/postman/dossier.postman_collection.json')
const text = readFileSync(FILE, 'utf8')
const collection: Collection = JSON.parse(text)
const folders = collection.item.flatMap((group) => group.item.map((folder) => ({ ...folder, group })))
const items = folders.flatMap(({ item }) => item)

describe('The Postman collection', () => {
  test('has the format 2.1, and every operation of groups A, B and C once', () => {
    const { portal: _, ...documents } = committedDocuments()
    const operations = Object.values(documents).flatMap((document) =>
      operationsOf(document).map(
        ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    )

    const requests = items.map(({ request }) => `${request.method} /${request.url.path.join('/')}`)

    assert.equal(collection.info.schema, 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
    assert.deepEqual(requests.sort(), operations.sort())
  })

  test('is well formed: addresses, parameters, bodies', () => {
    for (const { name, request, response } of items) {
      const { url, body } = request
      assert.ok(name !== '' && Array.isArray(response))
      assert.deepEqual([url.host, url.raw], [['{{baseUrl}}'], `{{baseUrl}}/${url.path.join('/')}`])
      const inPath = url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1))
      assert.deepEqual(url.variable.map(({ key }) => key).sort(), inPath.sort(), name)
      for (const { value } of url.variable) assert.ok(value, name)
      if (body) assert.ok(body.mode in body, name)
      if (body?.raw) JSON.parse(body.raw)
      for (const part of body?.formdata ?? []) assert.ok(part.type === 'text' || part.type === 'file', name)
    }
  })

  test('uses the variables that it has, and has no secret in them', () => {
    const used = new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name))

    assert.deepEqual([...used].sort(), collection.variable.map(({ key }) => key).sort())
    for (const key of ['applicationSecret', 'accessToken', 'apiKey']) {
      assert.equal(collection.variable.find((one) => one.key === key)?.value, '')
    }
  })
})

const { url: baseUrl } = await startServing()
const variables: Record<string, string> = { ...credentialsOf('payroll'), baseUrl, apiKey: 'acme-api-key' }

const filled = (value = '') => value.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '')
const given = (entries: Entry[] = []) => entries.filter((one) => one.disabled !== true)

/** Sends a request as Postman does. */
function send({ request }: Item, groupAuth: Auth): Promise<Response> {
  const { method, url, body, auth = groupAuth } = request
  const values = new Map(url.variable.map(({ key, value = '' }) => [`:${key}`, encodeURIComponent(value)]))
  const address = new URL(`${filled('{{baseUrl}}')}/${url.path.map((part) => values.get(part) ?? part).join('/')}`)
  for (const { key, value } of given(url.query)) address.searchParams.set(key, filled(value))
  const headers = new Headers(Object.fromEntries(given(request.header).map(({ key, value }) => [key, filled(value)])))
  const credential = credentialOf(auth)
  if (credential) headers.set(...credential)
  const sent = body && bodyOf(body)
  return fetch(address, { method, headers, redirect: 'manual', ...(sent === undefined ? {} : { body: sent }) })
}

function credentialOf(auth: Auth): [string, string] | undefined {
  const part = (entries: Entry[] | undefined, key: string) => filled(entries?.find((one) => one.key === key)?.value)
  if (auth.type === 'bearer') return ['authorization', `Bearer ${part(auth.bearer, 'token')}`]
  if (auth.type === 'apikey') return [part(auth.apikey, 'key'), part(auth.apikey, 'value')]
  if (auth.type !== 'basic') return undefined
  const pair = `${part(auth.basic, 'username')}:${part(auth.basic, 'password')}`
  return ['authorization', `Basic ${btoa(pair)}`]
}

function bodyOf({ mode, raw, urlencoded, formdata }: Body): string | URLSearchParams | Blob | FormData {
  if (mode === 'raw') return filled(raw)
  if (mode === 'urlencoded') {
    return new URLSearchParams(Object.fromEntries(given(urlencoded).map(({ key, value }) => [key, filled(value)])))
  }
  if (mode === 'file') return new Blob(['file'], { type: 'application/octet-stream' })
  const form = new FormData()
  for (const { key, value, type } of given(formdata)) {
    form.append(key, type === 'file' ? new File(['file'], 'file.txt') : filled(value))
  }
  return form
}

describe('A request of each folder of the Postman collection', () => {
  test('Tokens: credentials are exchanged for a token, which the script keeps', async () => {
    const [group] = collection.item
    const item = items.find(({ request }) => request.url.raw.endsWith('/tokens'))
    assert.ok(item && group)

    const answer = await send(item, group.auth)

    assert.equal(answer.status, 200)
    assert.deepEqual(
      item.event?.map(({ listen }) => listen),
      ['test'],
    )
    variables.accessToken = ((await answer.json()) as { access_token: string }).access_token
  })

  for (const { name, item, group } of folders.filter(({ name }) => name !== 'Tokens')) {
    test(`${name}: a list is answered, or else a request is understood`, async () => {
      const list = item.find(({ request }) => request.method === 'GET' && request.url.variable.length === 0)
      const chosen = list ?? item[0]
      assert.ok(chosen)

      const { status } = await send(chosen, group.auth)

      // The shortcuts send a browser on; what a request without a list names does not exist.
      const isExpected = list ? status === 200 || status === 302 : [200, 201, 400, 404, 422].includes(status)
      assert.ok(isExpected, `${chosen.name}: ${status}`)
    })
  }
})
