import { isDeepStrictEqual } from 'node:util'
import { type Answer, type Document, type Header, operationsOf, type Parameter, sorted } from './document.ts'

/** Moves headers of calls and answers, and the refusals that operations have in common, to `components`, and refers to them where they were. */
export function hoistAnswers(document: Document): Document {
  const headers: Record<string, Header> = {}
  const responses: Record<string, Answer> = {}
  const parameters: Record<string, Parameter> = {}
  for (const { operation } of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((one) => hoistParameter(one, parameters)) ?? []
    for (const [status, answer] of Object.entries(operation.responses)) {
      answer.headers = hoistHeaders(answer.headers ?? {}, headers)
      const name = Number(status) >= 400 ? nameOf(status, answer) : undefined
      if (name === undefined) continue
      responses[name] ??= answer
      if (isDeepStrictEqual(responses[name], answer)) {
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
      }
    }
  }
  const components = {
    ...document.components,
    headers: sorted(headers),
    parameters: sorted(parameters),
    responses: sorted(responses),
  }
  return { ...document, components: components as Document['components'] }
}

function hoistParameter(own: Parameter, parameters: Record<string, Parameter>): Parameter {
  if (own.in !== 'header' || own.name === undefined) return own
  const key = own.name.replaceAll('-', '')
  parameters[key] ??= own
  return { $ref: `#/components/parameters/${key}` }
}

function hoistHeaders(own: Record<string, Header>, headers: Record<string, Header>): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(own).map(([name, header]) => {
      const key = name.replaceAll('-', '')
      headers[key] ??= header
      return [name, { $ref: `#/components/headers/${key}` }]
    }),
  )
}

/** As in `V2Error404`: the name of the body, and the status. */
function nameOf(status: string, { content = {} }: Answer): string | undefined {
  const schema = content['application/json']?.schema?.$ref?.split('/').at(-1)
  return schema && `${schema}${status}`
}
