import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSafeName } from '#platform/zip/entry-name.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, globex, unique } from '#test/harness/builders.ts'
import { packageCalls } from '#test/harness/features/access-packages.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

/* Everything about a person lies in one file: who is not meant to have it must not get a byte. */

const service = await startApp()
const { app } = service
const { opened, ready, read, visitor, linkTo, codeFor } = packageCalls(service)
const { as } = portalCalls(service)
const { uploaded } = documentCalls(service)
const document_type_code = await aDocumentType(service, { visible_by_employee: true })
const top = await anOrganization(service)

describe('a package of somebody else', () => {
  test('is absent for other employees, other clients and everybody without a log-in, and nothing is written down', async () => {
    const [employee, other] = [await anEmployee(service), await anEmployee(service)]
    const namesake = await anEmployee(service, { technical_id: employee, owner: globex })
    const id = await ready(employee)

    const answers = [
      await as(`employee:${other}`)('GET', `/me/access_packages/${id}/file`),
      await as(`employee:${namesake}`, 'globex')('GET', `/me/access_packages/${id}/file`),
      await service.v2('GET', `/access_packages/${id}/file`, { application: 'rival' }),
    ]
    const strangers = [
      await as(undefined)('GET', `/me/access_packages/${id}/file`),
      await app.inject({ url: `/api/v2/client/access_packages/${id}/file` }),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [404, 404, 404],
    )
    assert.deepEqual(
      strangers.map((one) => one.statusCode),
      [401, 401],
    )
    assert.deepEqual((await as(`employee:${other}`)('GET', '/me/access_packages')).json(), [])
    assert.deepEqual((await read(id)).downloads, [])
  })

  test('is refused to applications and managers with any other permission, and to those of a part of the client', async () => {
    const employee = await anEmployee(service, { organizations: [await anOrganization(service, { parent: top })] })
    const id = await ready(employee)
    const application = await allowedTo(service, 'employees:*')
    const role = await aRole(service, { permissions: ['employees:*', 'employee_documents:*', 'legal_holds:*'] })
    const all = await aRole(service)
    const managers = [
      await aManager(service, { profiles: [{ role, organizations: [top], include_below: true }] }),
      await aManager(service, { profiles: [{ role: all, organizations: [top] }] }),
    ]

    assert.equal((await service.v2('GET', `/access_packages/${id}`, { headers: application })).statusCode, 403)
    for (const manager of managers) {
      for (const path of ['', '/file']) {
        assert.equal((await as(`manager:${manager}`)('GET', `/admin/access_packages/${id}${path}`)).statusCode, 403)
      }
    }
    assert.deepEqual((await read(id)).downloads, [])
  })

  test('is asked for by no page of another site: 403 without the header of the portal', async () => {
    const employee = await anEmployee(service)

    const answer = await as(`employee:${employee}`)('POST', '/me/access_packages', {
      headers: { 'x-requested-with': '' },
    })

    assert.equal(answer.statusCode, 403)
  })
})

test('an employee who asks ten times at once gets one package a day', async () => {
  const employee = await anEmployee(service)

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => as(`employee:${employee}`)('POST', '/me/access_packages')),
  )

  const made = answers.filter((one) => one.statusCode === 201)
  assert.equal(made.length, 1)
  for (const one of answers.filter((each) => each.statusCode !== 201)) assert.equal(one.json().code, 'package_open')
  await packageCalls(service).build(made[0]?.json().id)
  assert.equal((await as(`employee:${employee}`)('POST', '/me/access_packages')).json().code, 'package_recent')
})

test('no name leads out of the folder that a package is unpacked into, or is there twice', async () => {
  const employee = await anEmployee(service)
  const hostile = [
    '../../evil',
    '/etc/passwd',
    'C:\\Windows\\x',
    'a/b\\c',
    '..',
    'CON',
    'same',
    'SAME',
    'same\u202Efdp',
    'x'.repeat(200),
  ]
  for (const title of hostile) {
    await uploaded(
      { document_type_code, employee_technical_id: employee, title },
      { file: aPdf(unique(title)), filename: `${title}.pdf` },
    )
  }

  const { files, manifest } = await opened(employee)

  const names = [...files.keys()]
  assert.equal(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size, names.length)
  assert.equal(names.filter((name) => name.startsWith('files/documents/')).length, hostile.length)
  for (const name of names) {
    assert.ok(isSafeName(name) && !name.includes('\\') && !/[\p{Cc}\p{Cf}]/u.test(name), name)
    assert.ok(
      name.split('/').every((part) => part !== '..' && Buffer.byteLength(part) <= 255),
      name,
    )
  }
  assert.equal(manifest.entries.length, names.length - 2)
})

test('what people wrote is text in the index, whatever it looks like', async () => {
  const attack = `"></a><script>alert(1)</script><img src=x onerror=alert(1)><style>*{display:none}</style>&lt;b&gt;'`
  const employee = await anEmployee(service, { first_name: attack, city: attack })
  await uploaded({ document_type_code, employee_technical_id: employee, title: attack })
  await noteCalls(service).written('employees', { employee_technical_id: employee, description: attack })

  const { html } = await opened(employee)

  assert.doesNotMatch(html, /<(script|img|iframe|object|form)|<style>\*/i)
  assert.equal(html.match(/<style>/g)?.length, 1)
  assert.match(html, /&lt;script&gt;/)
  assert.match(html, /default-src 'none'; style-src 'unsafe-inline'/)
})

test('a code is not guessed: ten tries in all, from everywhere together, whatever comes at once', async () => {
  const employee = await anEmployee(service, { email: `${unique('eve')}@acme.test` })
  const id = await ready(employee)
  const token = await linkTo(id)
  const code = await codeFor(id, token)
  const guesses = Array.from({ length: 60 }, (_, step) =>
    String((Number(code) + step + 1) % 1_000_000).padStart(6, '0'),
  )

  const answers = await Promise.all(guesses.map((guess) => visitor(token)('POST', '/visits', { code: guess })))

  const compared = answers.filter((one) => one.statusCode === 422 && one.json().errors[0].code === 'wrong_code')
  assert.ok(compared.length <= 10, String(compared.length))
  assert.deepEqual(
    answers.filter((one) => one.statusCode === 204),
    [],
  )
  assert.deepEqual((await read(id)).downloads, [])
})
