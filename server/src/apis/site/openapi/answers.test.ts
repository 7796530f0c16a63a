import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { startApp } from '#test/harness/app.ts'
import { committedDocuments } from '#test/harness/http/openapi.ts'
import { type Answer, type Operation, operationsOf } from './document.ts'

const service = await startApp()
const { app } = service
const { portal: _, ...published } = committedDocuments()
const CALLERS: Record<string, Record<string, string>> = {
  v2: await service.as('payroll'),
  v1: { 'x-api-key': 'acme-api-key' },
  unversioned: { 'x-api-key': 'acme-api-key' },
}

/** Headers that tell something about an operation; the others are of HTTP itself, or of every answer. */
const TOLD =
  /^(?:link|x-total-count|next-cursor|previous-cursor|deprecation|sunset|retry-after|location|etag|accept-ranges|content-range|content-disposition|www-authenticate)$/

for (const [name, document] of Object.entries(published)) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document')
  const declaredAnswer = (operation: Operation, status: number): Answer | undefined => {
    const answer = operation.responses[status]
    const shared = answer?.$ref?.split('/').at(-1)
    return shared === undefined ? answer : (document.components.responses?.[shared] as Answer)
  }

  /** What of an answer is not as its operation declares it. */
  function mismatch(operation: Operation, answer: Awaited<ReturnType<typeof app.inject>>): string | undefined {
    const declared = declaredAnswer(operation, answer.statusCode)
    if (declared === undefined) return `${answer.statusCode} is not declared: ${answer.body.slice(0, 200)}`
    const headers = Object.keys(declared.headers ?? {}).map((one) => one.toLowerCase())
    const untold = Object.keys(answer.headers).find((one) => TOLD.test(one) && !headers.includes(one))
    if (untold !== undefined) return `${answer.statusCode} does not declare ${untold}`
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    if (declared.content === undefined || answer.body === '') return undefined
    const media = declared.content[type] ?? declared.content['*/*']
    if (media === undefined) return `${answer.statusCode} does not declare ${type}`
    if (type !== 'application/json') return undefined
    const validate = ajv.compile(inDocument(media.schema ?? {}))
    return validate(answer.json()) ? undefined : `${answer.statusCode}: ${ajv.errorsText(validate.errors)}`
  }

  const inDocument = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))

  describe(`Decisions 1.3: every operation of openapi/${name}.json answers as it declares`, () => {
    const cases: [what: string, request: (operation: Operation) => object][] = [
      ['without credentials', () => ({})],
      ['about what is not there', () => ({ headers: CALLERS[name] })],
      ['with an empty body', (operation) => ({ headers: CALLERS[name], ...bodyOf(operation, '{}') })],
      ['with a broken body', (operation) => ({ headers: CALLERS[name], ...bodyOf(operation, '{"a":') })],
      ['with a wrong parameter', () => ({ headers: CALLERS[name], query: { per_page: 'x', page: 'x', cursor: 'x' } })],
    ]
    for (const [what, request] of cases) {
      test(what, async () => {
        const mismatches: string[] = []
        for (const { path, method, operation } of operationsOf(document)) {
          const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
          const answer = await app.inject({ method: method.toUpperCase() as 'GET', url, ...request(operation) })
          const found = mismatch(operation, answer)
          if (found !== undefined) mismatches.push(`${method.toUpperCase()} ${path}: ${found}`)
        }

        assert.deepEqual(mismatches, [])
      })
    }
  })

  function bodyOf({ requestBody }: Operation, payload: string): object {
    if (requestBody === undefined) return {}
    const [type = ''] = Object.keys(requestBody.content)
    const boundary = type === 'multipart/form-data' ? '; boundary=x' : ''
    return { payload, headers: { ...CALLERS[name], 'content-type': `${type}${boundary}` } }
  }
}
