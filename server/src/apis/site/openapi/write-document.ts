import { intoChapters } from './chapters.ts'
import { type Answer, type Document, type Operation, operationsOf, sorted } from './document.ts'
import { addExamples } from './examples.ts'
import { hoistAnswers } from './hoist-answers.ts'
import { hoistSchemas } from './hoist-schemas.ts'

/** The document that is published, from the one that the routes make. */
export function writeDocument(document: Document): Document {
  const described = intoChapters(hoistSchemas(withoutHeads(document)))
  return byPath(hoistAnswers(addExamples(withOptionalBodies(withHeads(described)))))
}

/** HEAD takes the routes of GET, so that each of them describes both. */
function withoutHeads(document: Document): Document {
  for (const methods of Object.values(document.paths)) delete methods.head
  return document
}

/** Where a call stands in the document does not depend on the order in which modules mount their routes. */
function byPath(document: Document): Document {
  return { ...document, paths: sorted(document.paths) }
}

/** Every GET can be a HEAD; it is described where it tells something: the type, size and ETag of a file. */
function withHeads(document: Document): Document {
  for (const { path, method, operation } of operationsOf(document)) {
    const methods = document.paths[path]
    if (method === 'get' && methods && '206' in operation.responses) methods.head = headOf(operation)
  }
  return document
}

/** A body that may be null may be left out. */
function withOptionalBodies(document: Document): Document {
  for (const { operation } of operationsOf(document)) {
    const { requestBody } = operation
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    if (requestBody && schemas.every((schema) => schema?.anyOf?.some(({ type }) => type === 'null'))) {
      requestBody.required = false
    }
  }
  return document
}

function headOf({ operationId = '', summary, responses, parameters, ...operation }: Operation): Operation {
  const kept = Object.entries(responses).filter(([status]) => status !== '206' && status !== '416')
  return {
    ...operation,
    operationId: operationId.replace(/^[a-z]+/, 'head'),
    summary: `${summary}: its headers only`,
    parameters: parameters?.filter(({ name = '' }) => !/range$/i.test(name)) ?? [],
    responses: Object.fromEntries(kept.map(([status, answer]) => [status, withoutBody(answer)])),
  }
}

function withoutBody({ content: _, ...answer }: Answer): Answer {
  return answer
}
