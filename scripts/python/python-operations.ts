import {
  type Answer,
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
} from '../../server/src/apis/site/openapi/document.ts'
import { docString, parameterName, snakeCase } from './python-names.ts'
import { isOpen, nameOf, typeOf } from './python-types.ts'

/** `_client.py` makes these calls by itself. */
const BY_HAND = new Set(['createToken', 'revokeToken'])
/** What a method that gives all pages does by itself. */
const PAGING = new Set(['cursor', 'page', 'per_page'])

const MAX_LINE = 80

type Described = { document: Document; path: string; method: string; operation: Operation }
type Body = { parameters: string[]; value: string }
type Method = {
  name: string
  body: Body | undefined
  /** The name of the query parameters that it takes. */
  query: string[]
  /** What it sends with every call. */
  fixed?: Record<string, string>
  /** Whether its answer is the address of a page. */
  isRedirect?: boolean
  returns: string
  answer: string
}

/** A class with a method for each operation of a description, or several: for all pages and one, for data and a file. */
export function pythonOperations(document: Document, name: string, className: string): string {
  const methods = operationsOf(document)
    .filter(({ operation }) => !BY_HAND.has(operation.operationId ?? ''))
    .flatMap((one) => {
      const described = { document, ...one }
      return methodsOf(described).map((method) => writeMethod(described, method))
    })
  const text = [`class ${className}(Operations):`, methods.join('\n\n')].join('\n')
  return [...header(name, text), '', '', text, ''].join('\n')
}

function header(name: string, text: string): string[] {
  const used = (names: string[]) => names.filter((one) => new RegExp(`\\b${one}\\b`).test(text)).join(', ')
  const line = (from: string, names: string) => (names === '' ? [] : [`from ${from} import ${names}`])
  return [
    '"""The operations of an API group. Written by `npm run gen`."""',
    '',
    'from __future__ import annotations',
    '',
    ...line('collections.abc', used(['Iterator', 'Mapping'])),
    ...line('typing', used(['Any', 'Literal', 'cast'])),
    '',
    ...line('.._answers', used(['FileAnswer', 'NumberedPage', 'Page'])),
    ...line('.._bodies', used(['Content', 'FileBody', 'FormBody', 'JsonBody'])),
    'from .._operations import Operations',
    'from .._transport import Call',
    `from . import ${name}_types as types`,
  ]
}

function methodsOf(described: Described): Method[] {
  const { operation, method } = described
  const name = snakeCase(operation.operationId ?? '')
  const query = parametersIn(described, 'query').map((one) => one.name ?? '')
  const base = { name, body: bodyOf(described), query }
  const content = contentOf(described)
  if (content === undefined || method === 'head') {
    const isRedirect = successOf(operation)?.[0] === '302'
    return [
      method === 'head' || isRedirect
        ? { ...base, isRedirect, returns: 'Mapping[str, str]', answer: 'self._headers(call)' }
        : { ...base, returns: 'None', answer: 'self._nothing(call)' },
    ]
  }
  const json = content['application/json']?.schema
  // A file, though of JSON.
  if (!json || json.format === 'binary') return [{ ...base, ...('text/plain' in content ? TEXT : FILE) }]
  const lists = listMethods(described, base, json)
  if (lists.length > 0) return lists
  const type = qualified(typeOf(json, 'Answer', []))
  const data = { ...base, returns: type, answer: `cast("${type.replaceAll('"', "'")}", self._json(call))` }
  if (Object.keys(content).length === 1) return [data]
  // The same as CSV.
  const withoutFormat = query.filter((one) => one !== 'format')
  return [
    { ...data, query: withoutFormat },
    { ...base, name: `${name}_file`, query: withoutFormat, fixed: { format: 'csv' }, ...FILE },
  ]
}

const TEXT = { returns: 'str', answer: 'self._text(call)' }
const FILE = { returns: 'FileAnswer', answer: 'self._file(call)' }

function listMethods({ document }: Described, base: Omit<Method, 'returns' | 'answer'>, schema: Schema): Method[] {
  const paging = ['cursor', 'page'].find((one) => base.query.includes(one))
  const { items } = schema.$ref ? (document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema
  if (!paging || !items) return []
  const item = qualified(typeOf(items, 'Item', []))
  const [page, pages, type] =
    paging === 'cursor' ? ['_page', '_pages', 'Page'] : ['_numbered_page', '_numbered_pages', 'NumberedPage']
  const filters = base.query.filter((one) => !PAGING.has(one))
  return [
    { ...base, query: filters, returns: `Iterator[${item}]`, answer: `self.${pages}(call)` },
    { ...base, name: `${base.name}_page`, returns: `${type}[${item}]`, answer: `self.${page}(call)` },
  ]
}

function writeMethod(described: Described, { name, body, query, fixed, isRedirect, returns, answer }: Method): string {
  const { path, method, operation } = described
  const places = parametersIn(described, 'path')
  const asked = parametersIn(described, 'query').filter((one) => query.includes(one.name ?? ''))
  const hasKey = parametersIn(described, 'header').some((one) => one.name === 'Idempotency-Key')
  const parameters = [
    'self',
    ...places.map((one) => `${parameterName(one.name ?? '')}: ${parameterType(one)}`),
    ...(body?.parameters ?? []),
    '*',
    ...asked.map((one) => `${parameterName(one.name ?? '')}: ${queryType(one)}`),
    ...(hasKey ? ['idempotency_key: str | None = None'] : []),
    'headers: Mapping[str, str] | None = None',
  ]
  return [
    `    def ${name}(`,
    ...parameters.map((one) => `        ${one},`),
    `    ) -> ${returns}:`,
    docString(documentation(operation), '        '),
    '        call = Call(',
    `            "${method.toUpperCase()}",`,
    `            "${path}",`,
    ...(places.length > 0 ? [`            parameters=${dictionary(places)},`] : []),
    ...(asked.length > 0 || fixed ? [`            query=${dictionary(asked, fixed)},`] : []),
    '            headers=headers or {},',
    ...(body ? [`            body=${body.value},`] : []),
    ...(hasKey ? ['            idempotency_key=idempotency_key,'] : []),
    ...(isRedirect ? ['            redirect_status=302,'] : []),
    '        )',
    `        return ${answer}`,
  ].join('\n')
}

function dictionary(given: Parameter[], more: Record<string, string> = {}): string {
  const entries = [
    ...given.map((one) => `"${one.name}": ${parameterName(one.name ?? '')}`),
    ...Object.entries(more).map(([key, value]) => `"${key}": "${value}"`),
  ]
  const line = `{${entries.join(', ')}}`
  if (line.length < MAX_LINE) return line
  return ['{', ...entries.map((one) => `                ${one},`), '            }'].join('\n')
}

function documentation({ summary = '', description }: Operation): string {
  return description ? `${summary}.\n\n${description}` : `${summary}.`
}

/** The body as parameters and as what is sent: a file by itself, a form, or JSON. */
function bodyOf({ document, operation }: Described): Body | undefined {
  const { content, required } = operation.requestBody ?? {}
  if (!content) return undefined
  if (content['application/octet-stream']) {
    return { parameters: ['content: Content', 'filename: str'], value: 'FileBody(content, filename)' }
  }
  const form = content['multipart/form-data']?.schema
  const json = content['application/json']?.schema
  if (json && form) {
    const types = [json, form].map((one) => qualified(typeOf(one, 'Body', [])))
    const value = 'FormBody(body) if "files" in body else JsonBody(body)'
    return { parameters: [`body: ${types.join(' | ')}`], value }
  }
  const type = bodyType(document, form ?? json ?? {})
  const kind = form ? 'FormBody' : 'JsonBody'
  if (required) return { parameters: [`body: ${type}`], value: `${kind}(body)` }
  const optional = type.endsWith('| None') ? type : `${type} | None`
  return { parameters: [`body: ${optional} = None`], value: `None if body is None else ${kind}(body)` }
}

function bodyType({ components }: Document, schema: Schema): string {
  const type = qualified(typeOf(schema, 'Body', []))
  const named = schema.$ref ? components.schemas[nameOf(schema.$ref)] : schema
  return named && isOpen(named) ? `${type} | Mapping[str, object]` : type
}

function successOf({ responses }: Operation): [status: string, answer: Answer] | undefined {
  return Object.entries(responses).find(([status]) => /^[23]/.test(status))
}

function contentOf({ document, operation }: Described): Answer['content'] {
  const answer = successOf(operation)?.[1]
  const named = answer?.$ref ? (document.components.responses?.[nameOf(answer.$ref)] as Answer) : answer
  return named?.content
}

function parametersIn({ document, operation }: Described, place: string): Parameter[] {
  return (operation.parameters ?? [])
    .map((one) => (one.$ref ? (document.components.parameters?.[nameOf(one.$ref)] as Parameter) : one))
    .filter((one) => one.in === place)
}

function parameterType({ schema = {} }: Parameter): string {
  return qualified(typeOf(schema, 'Parameter', []))
}

function queryType(parameter: Parameter & { required?: boolean }): string {
  const type = parameterType(parameter)
  if (parameter.required) return type
  return type.endsWith('| None') ? `${type} = None` : `${type} | None = None`
}

/** Names of schemas are in a module of their own. */
function qualified(type: string): string {
  return type.replaceAll(/"[^"]*"|\b[A-Z]\w*/g, (word) =>
    /^(?:"|Any$|Literal$|None$)/.test(word) ? word : `types.${word}`,
  )
}
