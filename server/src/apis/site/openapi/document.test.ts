import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { committedDocuments } from '#test/harness/http/openapi.ts'
import { type Document, operationsOf, type Schema } from './document.ts'

const { portal: _, ...published } = committedDocuments()

/** Every object with properties that a document describes in place rather than by name. */
function inlineObjects({ paths, components }: Document): string[] {
  const found: string[] = []
  const visit = (value: unknown, isNamed = false): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, properties } = value as Schema
    if (type === 'object' && properties && !isNamed) found.push(JSON.stringify(value))
    for (const [key, one] of Object.entries(value)) if (key !== 'examples') visit(one)
  }
  visit(paths)
  for (const schema of Object.values(components.schemas)) visit(schema, true)
  return found
}

function exampleOf(schema: Schema | undefined, { components: { schemas } }: Document): unknown {
  const named = schemas[schema?.$ref?.split('/').at(-1) ?? '']
  const examples = (named?.examples ?? schema?.examples) as unknown[] | undefined
  return examples?.[0] ?? (named?.items ? exampleOf(named.items, { components: { schemas } } as Document) : undefined)
}

for (const [name, document] of Object.entries(published)) {
  const operations = operationsOf(document)

  describe(`openapi/${name}.json`, () => {
    test('names every body and answer in PascalCase, and describes no object twice', () => {
      const repeated = inlineObjects(document).filter((one, index, all) => all.indexOf(one) !== index)

      assert.deepEqual(repeated, [])
      for (const schema of Object.keys(document.components.schemas)) assert.match(schema, /^[A-Z][A-Za-z0-9]+$/)
      for (const { operation } of operations) {
        for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)]) {
          for (const { schema } of Object.values(content)) {
            assert.notEqual(schema?.type, 'object', operation.operationId)
            assert.notEqual(schema?.type, 'array', operation.operationId)
          }
        }
      }
    })

    test('has an example of every body and answer that fits its schema', () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document')
      for (const [schema, { examples = [] }] of Object.entries(document.components.schemas)) {
        const validate = ajv.compile({ $ref: `document#/components/schemas/${schema}` })
        for (const one of examples as unknown[]) {
          assert.ok(validate(one), `${schema}: ${ajv.errorsText(validate.errors)}`)
        }
      }
      for (const { operation } of operations) {
        for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)]) {
          for (const { schema, example } of Object.values(content)) {
            const hasExample = schema?.format === 'binary' || example !== undefined || exampleOf(schema, document)
            assert.ok(hasExample, `${operation.operationId} ${JSON.stringify(schema)}`)
          }
        }
      }
    })

    test('says of every moment that it answers that it is one, and of no body that it is needed if it is not', () => {
      for (const [title, { properties = {} }] of Object.entries(document.components.schemas)) {
        const moments = Object.entries(properties).filter(([key]) => key.endsWith('_at'))
        for (const [key, { format }] of moments) assert.match(format ?? '', /^(date-time|moment)$/, `${title}.${key}`)
      }
      for (const { operation } of operations) {
        const mayBeLeftOut = /\b(may be left out|without a body)\b/i.test(operation.description ?? '')
        if (mayBeLeftOut) assert.equal(operation.requestBody?.required ?? false, false, operation.operationId)
      }
    })

    test('tells of every operation what it does, whom it lets in, and each status on its own', () => {
      const tags = new Map(document.tags?.map(({ name: tag, description }) => [tag, description]))
      for (const { path, operation } of operations) {
        const { summary = '', description = '', security, responses, operationId } = operation
        assert.ok(summary.length > 5 && description.length > 10, path)
        assert.ok(security, path)
        for (const status of Object.keys(responses)) assert.match(status, /^[2-5]\d\d$/, operationId)
        assert.ok('500' in responses, path)
        for (const tag of operation.tags ?? []) assert.ok(tags.get(tag), tag)
      }
    })
  })
}

describe('Decisions 7.5: files', () => {
  test('declare byte ranges, HEAD and what a cache needs', () => {
    const methods = published.v2?.paths['/api/v2/client/employee_documents/{id}/file']

    for (const status of ['200', '206', '304', '416']) assert.ok(methods?.get?.responses[status], status)
    assert.deepEqual(Object.keys(methods?.get?.responses['206']?.headers ?? {}).sort(), [
      'Accept-Ranges',
      'Content-Disposition',
      'Content-Range',
      'ETag',
      'RateLimit',
      'RateLimit-Policy',
      'X-Request-Id',
    ])
    assert.equal(methods?.head?.operationId, 'headEmployeeDocumentFile')
    assert.equal(methods?.head?.responses['200']?.content, undefined)
  })
})
