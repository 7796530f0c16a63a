import {
  type Document,
  type Media,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
} from '../server/src/apis/site/openapi/document.ts'

const FILE = 'openapi/postman/dossier.postman_collection.json'
const BEARER = { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] }
const API_KEY = {
  type: 'apikey',
  apikey: [
    { key: 'key', value: 'X-API-KEY', type: 'string' },
    { key: 'value', value: '{{apiKey}}', type: 'string' },
    { key: 'in', value: 'header', type: 'string' },
  ],
}
const BASIC = {
  type: 'basic',
  basic: [
    { key: 'username', value: '{{applicationId}}', type: 'string' },
    { key: 'password', value: '{{applicationSecret}}', type: 'string' },
  ],
}
const GROUPS = [
  { file: 'v2', name: 'Group A: /api/v2/client', auth: BEARER },
  { file: 'v1', name: 'Group B: /api/v1 (deprecated)', auth: API_KEY },
  { file: 'unversioned', name: 'Group C: /api', auth: API_KEY },
]
const VARIABLES = {
  baseUrl: 'http://127.0.0.1:8080',
  clientId: 'demo',
  applicationId: 'demo-app',
  applicationSecret: '',
  accessToken: '',
  apiKey: '',
}
/** Fields of forms that variables hold. */
const KEPT: Record<string, string> = { client_id: '{{clientId}}', token: '{{accessToken}}' }
const DESCRIPTION = `Set the variables \`baseUrl\`, \`clientId\`, \`applicationId\`, \`applicationSecret\` and \`apiKey\`, then send
"Exchange application credentials for an access token": it keeps the token in \`accessToken\`, which the calls of group A use. Written by \`npm run gen\`.`

type Place = { document: Document; path: string; method: string; operation: Operation }

/** A Postman collection (format 2.1) with every operation of groups A, B and C: a folder for a group, one in it for a resource. */
export function genPostman(openapi: Record<string, string>): Record<string, string> {
  const collection = {
    info: {
      name: 'Dossier',
      description: DESCRIPTION,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
    item: GROUPS.map(({ file, name, auth }) => ({
      name,
      auth,
      item: foldersOf(JSON.parse(openapi[`openapi/${file}.json`] ?? '')),
    })),
  }
  return { [FILE]: `${JSON.stringify(collection, null, 2)}\n` }
}

function foldersOf(document: Document) {
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags?.[0] ?? '')
  return Array.from(byTag, ([name, operations]) => ({
    name,
    description: document.tags?.find((tag) => tag.name === name)?.description ?? '',
    item: operations.map((one) => itemOf({ document, ...one })),
  }))
}

function itemOf(place: Place) {
  const { operation } = place
  const body = bodyOf(place)
  const keepToken = {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: ["pm.collectionVariables.set('accessToken', pm.response.json().access_token)"],
    },
  }
  return {
    name: operation.summary ?? operation.operationId ?? '',
    ...(operation.operationId === 'createToken' ? { event: [keepToken] } : {}),
    request: {
      method: place.method.toUpperCase(),
      ...authOf(operation),
      header: headersOf(place),
      url: urlOf(place),
      ...(body ? { body } : {}),
      description: operation.description ?? '',
    },
    response: [],
  }
}

/** What differs from the group: the calls with the application's own credentials, and those without any. */
function authOf({ security }: Operation) {
  if (security?.length === 0) return { auth: { type: 'noauth' } }
  return security?.some((one) => 'application_credentials' in one) ? { auth: BASIC } : {}
}

function headersOf(place: Place) {
  const type = Object.keys(place.operation.requestBody?.content ?? {})[0]
  const headers = parametersIn(place, 'header').map((one) => ({ ...entryOf(place.document, one), disabled: true }))
  return [...(type === 'application/json' ? [{ key: 'Content-Type', value: type }] : []), ...headers]
}

function urlOf(place: Place) {
  const path = place.path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const query = parametersIn(place, 'query').map((one) => ({
    ...entryOf(place.document, one),
    disabled: (one as { required?: boolean }).required !== true,
  }))
  const variable = parametersIn(place, 'path').map((one) => ({
    ...entryOf(place.document, one),
    value: textOf(idExample(place, one.name ?? '') ?? 1),
  }))
  return { raw: `{{baseUrl}}/${path.join('/')}`, host: ['{{baseUrl}}'], path, query, variable }
}

function entryOf(document: Document, { name = '', schema = {}, ...parameter }: Parameter & { description?: string }) {
  const example = parameter.example ?? exampleOf(document, schema)
  return { key: name, value: textOf(example), description: parameter.description ?? '' }
}

/** An id as an answer of the resource that it names has it. */
function idExample({ document, path }: Place, name: string): unknown {
  const resource = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
  const answers = Object.values(document.paths[resource] ?? {}).flatMap(({ responses }) => [
    responses[200],
    responses[201],
  ])
  const examples = answers.map((answer) => mediaExample(document, answer?.content?.['application/json'] ?? {}))
  return examples.map((one) => (one as Record<string, unknown> | undefined)?.[name]).find((one) => one !== undefined)
}

function bodyOf({ document, operation }: Place) {
  const content = operation.requestBody?.content ?? {}
  const { 'application/json': json, 'application/octet-stream': file } = content
  const form = content['multipart/form-data'] ?? content['application/x-www-form-urlencoded']
  if (json) {
    const raw = JSON.stringify(mediaExample(document, json) ?? {}, null, 2)
    return { mode: 'raw', raw, options: { raw: { language: 'json' } } }
  }
  if (form && 'multipart/form-data' in content) return { mode: 'formdata', formdata: fieldsOf(document, form) }
  // The forms of tokens say what they need in words.
  if (form)
    return { mode: 'urlencoded', urlencoded: fieldsOf(document, form).map((one) => ({ ...one, disabled: false })) }
  return file ? { mode: 'file', file: { src: '' } } : undefined
}

function fieldsOf(document: Document, { schema = {} }: Media) {
  const { properties = {}, required = [] } = resolved(document, schema)
  const isRequired = (key: string) => (required as string[]).includes(key)
  const examples = (exampleOf(document, schema) ?? {}) as Record<string, unknown>
  return Object.entries(properties).map(([key, property]) => {
    const { format, description = '' } = resolved(document, property)
    const common = { key, description, disabled: !isRequired(key) }
    if (format === 'binary' || resolved(document, property).items?.format === 'binary') {
      return { ...common, type: 'file', src: '' }
    }
    const value = KEPT[key] ?? textOf(examples[key] ?? exampleOf(document, property))
    return { ...common, type: 'text', value }
  })
}

function mediaExample(document: Document, { schema = {}, example }: Media): unknown {
  return example ?? exampleOf(document, schema)
}

function exampleOf(document: Document, schema: Schema): unknown {
  const { examples, enum: values, default: fallback } = resolved(document, schema)
  if (Array.isArray(examples)) return examples[0]
  return Array.isArray(values) ? values[0] : fallback
}

function resolved({ components }: Document, schema: Schema): Schema {
  return schema.$ref ? (components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}) : schema
}

function parametersIn({ document, operation }: Place, place: string): Parameter[] {
  return (operation.parameters ?? [])
    .map((one) =>
      one.$ref ? (document.components.parameters?.[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)] as Parameter) : one,
    )
    .filter((one) => one.in === place)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
