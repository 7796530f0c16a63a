import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wrapText } from '#platform/mail/wrap-text.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { uploaded } = documentCalls(service)
const { link } = vaultCalls(service)

const lyon = await anOrganization(service)
const role = await aRole(service)
const byEmployees = { visible_by_employee: true, upload_by_employee: true }
const types = [await aDocumentType(service, byEmployees), await aDocumentType(service, byEmployees)]

/** Well-formed tags that Intl refuses. */
const TAGS = ['x-y', 'i-klingon', 'abcd', 'en-gb-oed', 'de-1901-1901']

/** Every call of the portal that reads something and has no parameter in its path. */
const paths = service.app.swagger().paths as Record<string, object>
const readable = Object.keys(paths)
  .filter((path) => path.startsWith('/portal/api/') && !path.includes('{') && 'get' in (paths[path] ?? {}))
  .map((path) => path.slice('/portal/api'.length))

describe('a language tag that Intl does not know', () => {
  for (const language of TAGS) {
    test(`breaks no call of the portal: ${language}`, async () => {
      const id = await anEmployee(service, { language, organizations: [lyon] })
      await link(id)
      for (const document_type_code of types) await uploaded({ document_type_code, employee_technical_id: id })
      const profiles = [{ role, organizations: [lyon], include_below: true }]
      const people = [as(`employee:${id}`), as(`manager:${await aManager(service, { language, profiles } as object)}`)]
      const answers: [path: string, status: number][] = []
      for (const path of readable) {
        for (const call of people) answers.push([path, (await call('GET', path)).statusCode])
      }

      assert.deepEqual(
        answers.filter(([, status]) => status >= 500),
        [],
      )
      for (const path of ['/me/forms', '/me/document_types', '/me/vault/summary']) {
        assert.ok(
          answers.some(([one, status]) => one === path && status === 200),
          path,
        )
      }
    })

    test(`breaks no mail: ${language}`, () => {
      assert.equal(wrapText('日本語の文章です。', { language, first: '', rest: '' }), '日本語の文章です。')
    })
  }
})
