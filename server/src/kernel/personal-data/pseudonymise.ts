import type { ErasureSubject } from './eraser.ts'

/** By what a person is recognised in what was written down, and what stands for them from then on. */
export type ErasedPerson = Pick<ErasureSubject, 'technical_id' | 'pseudonym' | 'identifiers' | 'names' | 'emails'>

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

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What something about the person leaves behind: ids, types and times, and other people. */
export function withoutPerson(data: Json, person: ErasedPerson): Json {
  return emptied(data, '', person)
}

/** What somebody else's thing leaves behind: everything but the mentions of the person. */
export function withoutMentions(data: Json, person: ErasedPerson): Json {
  return unmentioned(data, person)
}

function emptied(value: Json, key: string, person: ErasedPerson): Json {
  if (OF_CLIENT.has(key)) return unmentioned(value, person)
  if (typeof value === 'string') return emptiedText(value, key, person)
  if (value === null || typeof value !== 'object') return value
  if (OPEN.has(key)) return Array.isArray(value) ? [] : {}
  if (Array.isArray(value)) return value.map((one) => emptied(one, key, person))
  if (!isPersonObject(value)) return mapped(value, (one, name) => emptied(one, name, person))
  return isOther(value, person) ? unmentioned(value, person) : strangerOf(value, person)
}

function emptiedText(text: string, key: string, person: ErasedPerson): string {
  const clean = cleaned(text, person)
  if (clean !== text) return clean
  return OWN_URLS.has(key) || (IMPERSONAL.test(key) && !PERSONAL.has(key)) ? text : ''
}

function unmentioned(value: Json, person: ErasedPerson): Json {
  if (Array.isArray(value)) return value.map((one) => unmentioned(one, person))
  if (value !== null && typeof value === 'object') {
    if (isPersonObject(value) && !isOther(value, person)) return strangerOf(value, person)
    return mapped(value, (one) => unmentioned(one, person))
  }
  return typeof value === 'string' ? cleaned(value, person) : value
}

function mapped(value: { [key: string]: Json }, change: (one: Json, key: string) => Json): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one, key)]))
}

/** As people are referred to in other resources: signers without an id as well. */
const isPersonObject = (value: { [key: string]: Json }) =>
  'technical_id' in value && ('first_name' in value || 'name' in value) && !('core_uuid' in value)

/** Somebody else, whose part in the matter stays. */
function isOther({ technical_id }: { [key: string]: Json }, person: ErasedPerson): boolean {
  return technical_id !== person.technical_id && technical_id !== person.pseudonym
}

const KEPT_OF_PERSON = new Set(['id', 'type', 'status', 'scope'])

/** The person as a stranger: ids, types, numbers and times stay. */
function strangerOf(value: { [key: string]: Json }, { pseudonym }: ErasedPerson): { [key: string]: Json } {
  return mapped(value, (one, key) => {
    if (key === 'technical_id') return pseudonym
    if (typeof one !== 'string' || KEPT_OF_PERSON.has(key) || key.endsWith('_at')) return one
    return ''
  })
}

/** A text without the person: the pseudonym where it was the id, nothing where it was or had what identifies the person. */
export function cleaned(text: string, person: ErasedPerson): string {
  const { technical_id, pseudonym, identifiers, names, emails } = person
  if (text === technical_id) return pseudonym
  if (text === `employee:${technical_id}`) return `employee:${pseudonym}`
  if (identifiers.includes(text) || names.includes(text)) return ''
  const lower = text.toLowerCase()
  const mentions = [...emails, ...names.filter((name) => name.trim().includes(' '))]
  return mentions.some((one) => one.length > MIN_MENTION && lower.includes(one.toLowerCase())) ? '' : text
}

/** Shorter ones are parts of too many words. */
const MIN_MENTION = 5
