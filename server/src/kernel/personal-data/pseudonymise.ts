import type { ErasureSubject } from './eraser.ts'

/** By what a person is recognised in what was written down, and what stands for them from then on. */
export type ErasedPerson = Pick<
  ErasureSubject,
  'technical_id' | 'pseudonym' | 'identifiers' | 'names' | 'emails' | 'isIdShared'
>

/**
 * Texts that say nothing about a person, by the end of their names: ids, types, times, codes. What is not listed here is taken
 * away, so that a field which comes later is not forgotten.
 */
const IMPERSONAL =
  /(^|_)(id|ids|uuid|at|type|types|kind|status|outcome|code|codes|slug|origin|mode|priority|date|due|language|version|action|scope|severity|level|result|trigger|operation)$/
/** Ids of the caller's, which often are those of people, and texts that callers word. */
const PERSONAL = new Set([
  'technical_id',
  'employee_technical_id',
  'external_id',
  'external_unique_id',
  'external_reference',
  'departure_date',
])
/** Whole parts that describe something of the client's, not the person. */
const OF_CLIENT = new Set(['form', 'policy', 'signature_type', 'document_type', 'category', 'organization_codes'])
/** Own addresses of the service. */
const OWN_URLS = new Set(['manager_url', 'employee_url', 'api_url'])
/** What callers define the parts of. */
const OPEN = new Set([
  'custom_fields',
  'metas',
  'filters',
  'body_json',
  'document_type_metas',
  'document_type_filters',
  'stats',
])

type JsonObject = { [key: string]: Json }
type Json = null | boolean | number | string | Json[] | JsonObject

/** What something about the person leaves behind: ids, types and times, and other people. */
export function withoutPerson(data: Json, person: ErasedPerson): Json {
  return emptied(data, '', person)
}

/** What somebody else's thing leaves behind: everything but the mentions of the person. */
export function withoutMentions(data: Json, person: ErasedPerson): Json {
  return unmentioned(data, '', person)
}

function emptied(value: Json, key: string, person: ErasedPerson): Json {
  if (OF_CLIENT.has(key)) return unmentioned(value, key, person)
  if (typeof value === 'string') return emptiedText(value, key, person)
  if (value === null || typeof value !== 'object') return value
  if (OPEN.has(key)) return Array.isArray(value) ? [] : {}
  if (Array.isArray(value)) return value.map((one) => emptied(one, key, person))
  if (!isReference(value))
    return withOwnIds(
      mapped(value, (one, name) => emptied(one, name, person)),
      value,
      person,
    )
  return isPerson(value, key, person) ? strangerOf(value, person) : value
}

function emptiedText(text: string, key: string, person: ErasedPerson): string {
  const clean = cleaned(text, key, person)
  if (clean !== text) return clean
  return OWN_URLS.has(key) || (IMPERSONAL.test(key) && !PERSONAL.has(key)) ? text : ''
}

function unmentioned(value: Json, key: string, person: ErasedPerson): Json {
  if (Array.isArray(value)) return value.map((one) => unmentioned(one, key, person))
  if (value !== null && typeof value === 'object') {
    if (isReference(value)) return isPerson(value, key, person) ? strangerOf(value, person) : value
    return withOwnIds(
      mapped(value, (one, name) => unmentioned(one, name, person)),
      value,
      person,
    )
  }
  return typeof value === 'string' ? cleaned(value, key, person) : value
}

function mapped(value: JsonObject, change: (one: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one, key)]))
}

/** The ids of the person where what stands beside them says that they are those of an employee. */
function withOwnIds(emptied: JsonObject, before: JsonObject, { technical_id, pseudonym }: ErasedPerson): JsonObject {
  const is = (key: string) => before[key] === technical_id
  return {
    ...emptied,
    ...(is('resource_id') && before.resource_type === 'employee' && { resource_id: pseudonym }),
    ...(is('id') && before.type === 'employee' && { id: pseudonym }),
    ...(is('technical_id') && (before.scope === 'employee' || 'core_uuid' in before) && { technical_id: pseudonym }),
  }
}

/** As people are referred to in other resources: signers without an id as well. */
const isReference = (value: JsonObject) =>
  ('technical_id' in value && ('first_name' in value || 'name' in value) && !('core_uuid' in value)) ||
  ((value.type === 'employee' || value.type === 'user') && 'id' in value && 'name' in value)

/** Where managers are named, whose ids may be those of employees as well. */
const OF_MANAGERS = new Set(['managers_assigned', 'manager', 'managers', 'approvals', 'readers', 'on_behalf_of'])

/** Whether somebody who is named is the person; employees and managers may have the same id. */
function isPerson(value: JsonObject, key: string, person: ErasedPerson): boolean {
  const id = value.technical_id ?? value.id
  const kind = value.scope ?? value.type
  if (kind === 'employee' || key === 'employee') return id === person.technical_id || id === person.pseudonym
  if (kind === 'external') return isAddressed(value, person) && isCalled(value, person)
  if (kind === 'manager' || kind === 'user' || OF_MANAGERS.has(key)) return false
  if (id === person.pseudonym) return true
  return id === person.technical_id && (!person.isIdShared || isAddressed(value, person) || isCalled(value, person))
}

function isAddressed({ email }: JsonObject, { emails }: ErasedPerson): boolean {
  return typeof email === 'string' && emails.some((one) => one.toLowerCase() === email.toLowerCase())
}

function isCalled({ first_name, last_name, name }: JsonObject, { names }: ErasedPerson): boolean {
  return names.includes(`${name ?? `${first_name} ${last_name}`}`)
}

const KEPT_OF_PERSON = new Set(['type', 'status', 'scope'])

/** The person as a stranger: ids, types, numbers and times stay. */
function strangerOf(value: JsonObject, { technical_id, pseudonym }: ErasedPerson): JsonObject {
  return mapped(value, (one, key) => {
    if (key === 'technical_id') return one === null ? null : pseudonym
    if (key === 'id') return one === technical_id ? pseudonym : one
    if (typeof one !== 'string' || KEPT_OF_PERSON.has(key) || key.endsWith('_at')) return one
    return ''
  })
}

const IDS_OF_EMPLOYEES = new Set(['employee_technical_id', 'employee_technical_ids'])
const NUMBERS = new Set(['employee_number', 'external_id'])

/**
 * A text without the person: the pseudonym where it was the id, nothing where it was or had what identifies the person. What
 * looks like an id of the person may be that of anything: it counts where the name of the field says so.
 */
function cleaned(text: string, key: string, person: ErasedPerson): string {
  const { technical_id, pseudonym, identifiers } = person
  if (text === `employee:${technical_id}`) return `employee:${pseudonym}`
  if (text === technical_id && IDS_OF_EMPLOYEES.has(key)) return pseudonym
  if (NUMBERS.has(key) && identifiers.includes(text)) return ''
  return mentions(text, person) ? '' : text
}

/** Shorter ones are parts of too many words. */
const MIN_MENTION = 6

/** Whether a text has an address or the full name of the person, and not one that begins or ends with it. */
export function mentions(text: string, { emails, names }: Pick<ErasedPerson, 'emails' | 'names'>): boolean {
  const lower = text.toLowerCase()
  const called = names.filter((name) => name.trim().includes(' '))
  return [...emails, ...called].some((one) => one.length >= MIN_MENTION && hasWhole(lower, one.toLowerCase()))
}

const GOES_ON_BEFORE = /[\p{L}\p{N}._%+-]$/u
const GOES_ON_AFTER = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u

function hasWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + part.length, at + part.length + 2)]
    if (!GOES_ON_BEFORE.test(before) && !GOES_ON_AFTER.test(after)) return true
  }
  return false
}
