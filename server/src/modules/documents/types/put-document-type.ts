import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import { parseLocalizedNames } from '#kernel/languages/localized-names.ts'
import { nameOf, type Translations } from '#kernel/languages/translations.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { documentTypeCreated, documentTypeUpdated } from '#modules/documents/events.ts'
import { releaseDocuments } from '#modules/documents/vault/link-queries.ts'
import { recordPolicy } from '#modules/governance/index.ts'
import { type FieldError, invalidFields, notFound } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import { lockTypes } from './lock-types.ts'
import { presentDocumentType } from './present.ts'
import {
  type DocumentTypeRow,
  findDocumentType,
  findDocumentTypeById,
  nextTypeId,
  upsertDocumentType,
} from './queries.ts'
import type { Attribute, DocumentType, DocumentTypeInput } from './schemas.ts'

type Put = { item: DocumentType; outcome: Outcome }

/** Creates a type of documents, or replaces what is said of it. */
export async function putDocumentType(work: Work, code: string, input: DocumentTypeInput): Promise<Put> {
  await lockTypes(work)
  const before = await findDocumentType(work.tx, work.client, code)
  const names = parseLocalizedNames(input.localized_names ?? [], 'localized_names')
  const errors = [
    ...names.errors,
    ...(await checkIdentity(work, code, input, before)),
    ...checkDefinitions('metas', input.metas ?? []),
    ...checkDefinitions('filters', input.filters ?? []),
  ]
  if (errors.length > 0) throw invalidFields(errors)

  const id = before?.id ?? input.id ?? (await nextTypeId(work.tx, work.client))
  const row = toRow(work, { ...input, id, code }, names.translations, before)
  if (before && isDeepStrictEqual(row, before)) {
    return { item: presentDocumentType(before, work.client), outcome: 'unchanged' }
  }
  const after = { ...row, updated_at: work.now }
  await upsertDocumentType(work.tx, work.client, after)
  // What is hidden stays stored as it is; reading asks for the type.
  if (before && after.visible_by_employee && !before.visible_by_employee) {
    await releaseDocuments(work.tx, { client_id: work.client.id, document_type_id: id, now: work.now })
  }
  const item = presentDocumentType(after, work.client)
  emit(work, (before ? documentTypeUpdated : documentTypeCreated)[item.kind], item)
  recordRetention(work, code, { before: before?.retention ?? undefined, after: after.retention ?? undefined })
  return { item, outcome: before ? 'updated' : 'created' }
}

export async function patchDocumentType(
  work: Work,
  code: string,
  input: Partial<DocumentTypeInput>,
): Promise<DocumentType> {
  await lockTypes(work)
  const before = await findDocumentType(work.tx, work.client, code)
  if (!before) throw notFound('document type', code)
  return (await putDocumentType(work, code, { ...presentDocumentType(before, work.client), ...input })).item
}

/** The retention of a type counts as a policy. */
function recordRetention(work: Work, code: string, change: Parameters<typeof recordPolicy>[2]): void {
  if (!isDeepStrictEqual(change.before, change.after)) recordPolicy(work, `type:${code}`, change)
}

function toRow(
  { client, now }: Work,
  input: DocumentTypeInput & { id: number; code: string },
  localized_names: Translations,
  before: DocumentTypeRow | undefined,
): DocumentTypeRow {
  return {
    id: input.id,
    code: input.code,
    kind: input.kind,
    name: input.name ?? nameOf(localized_names, client.languages, input.code),
    localized_names,
    visible_by_employee: input.visible_by_employee ?? false,
    upload_by_employee: input.upload_by_employee ?? false,
    retention: input.retention ? { months: input.retention.months, from: input.retention.from } : null,
    allowed_extensions: [...new Set((input.allowed_extensions ?? []).map((one) => one.toLowerCase()))],
    metas: (input.metas ?? []).map(toAttribute),
    filters: (input.filters ?? []).map(toAttribute),
    created_at: before?.created_at ?? now,
    updated_at: before?.updated_at ?? now,
  }
}

function toAttribute({ code, name = code, type, required = false, values }: Attribute): Attribute {
  return { code, name, type, required, ...(values ? { values } : {}) }
}

/** The number and the kind of a type stay what they are; two types never share a number. */
async function checkIdentity(
  work: Work,
  code: string,
  { id, kind }: DocumentTypeInput,
  before: DocumentTypeRow | undefined,
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  const holder = id === undefined ? undefined : (await findDocumentTypeById(work.tx, work.client, id))?.code
  if (before && id !== undefined && id !== before.id) {
    errors.push({ field: 'id', code: 'unchangeable', message: `This type has the id ${before.id}.` })
  } else if (holder !== undefined && holder !== code) {
    errors.push({ field: 'id', code: 'taken', message: `The type ${holder} already has this id.` })
  }
  if (before && before.kind !== kind) {
    errors.push({ field: 'kind', code: 'unchangeable', message: `This is a type of ${before.kind} documents.` })
  }
  return errors
}

function checkDefinitions(list: string, attributes: Attribute[]): FieldError[] {
  const repeats = repeatsIn(attributes.map(({ code }) => code))
  return attributes.flatMap(({ type, values }, index) => {
    const errors: FieldError[] = []
    if (repeats.has(index))
      errors.push({ field: `${list}.${index}.code`, code: 'repeated', message: 'This is a duplicate.' })
    if (type === 'list' && !values) {
      errors.push({ field: `${list}.${index}.values`, code: 'required', message: 'A list must have values.' })
    }
    if (repeatsIn(values ?? []).size > 0) {
      errors.push({ field: `${list}.${index}.values`, code: 'repeated', message: 'A value appears more than once.' })
    }
    return errors
  })
}
