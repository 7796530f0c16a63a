import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from '#test/harness/app.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

type Schema = { type?: string; format?: string; pattern?: string; enum?: unknown[]; const?: unknown; anyOf?: Schema[] }
type Parameter = { in: string; name: string; schema: Schema }
type Operation = { parameters?: Parameter[] }
type Document = { paths: Record<string, { get?: Operation }> }

const OPENAPI = join(import.meta.dirname, '../../../openapi')
/** For filters whose texts have a form of their own. */
const EXAMPLES: Record<string, string[]> = {
  q: ['a', 'annual leave', 'xy'],
  language_code: ['en-us'],
  filter: ['colour:red'],
  custom_field: ['team:red'],
}

/** Asks for every list of every API, plainly and with each of its filters, orders and views. */
export async function exerciseLists(service: TestApp, who: { employee: string; manager: string }): Promise<void> {
  const { as } = portalCalls(service)
  const token = await service.as('payroll')
  const headers = { ...token, 'x-api-key': 'acme-api-key' }
  for (const path of ['portal', 'unversioned', 'v2'].flatMap(listAddresses)) {
    const ofPerson = path.startsWith('/portal/api/')
    const person = path.startsWith('/portal/api/me') ? `employee:${who.employee}` : `manager:${who.manager}`
    const answer = ofPerson
      ? await as(person as `manager:${string}`)('GET', path.replace('/portal/api', ''))
      : await service.app.inject({ url: path, headers: path.includes('/v2/') ? token : headers })
    assert.ok(answer.statusCode < 500, `${path} answers ${answer.statusCode}: ${answer.body.slice(0, 200)}`)
  }
}

function listAddresses(api: string): string[] {
  const { paths } = JSON.parse(readFileSync(join(OPENAPI, `${api}.json`), 'utf8')) as Document
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || path.includes('{')) return []
    const filters = (get.parameters ?? []).filter((one) => one.in === 'query' && !/cursor|page/.test(one.name))
    const asked = filters.flatMap(({ name, schema }) =>
      (EXAMPLES[name] ?? valuesOf(schema)).map((value) => `${path}?${name}=${encodeURIComponent(value)}`),
    )
    return [path, ...asked]
  })
}

function valuesOf(schema: Schema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(valuesOf)
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.enum) return schema.enum.map(String)
  if (schema.type === 'boolean') return ['true', 'false']
  if (schema.type === 'integer' || schema.type === 'number') return ['1']
  if (schema.format === 'date') return ['2026-01-31']
  if (schema.format === 'date-time') return ['2026-01-31T10:00:00Z']
  if (schema.format === 'uuid') return ['01940000-0000-7000-8000-000000000000']
  return ['PAR']
}
