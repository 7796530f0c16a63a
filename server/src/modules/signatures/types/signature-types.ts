import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import { parseLocalizedNames, presentLocalizedNames } from '#kernel/languages/localized-names.ts'
import { nameOf } from '#kernel/languages/translations.ts'
import type { Resource } from '#kernel/resources/resource-routes.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Client, Work } from '#kernel/work.ts'
import { signatureTypeCreated, signatureTypeDeleted, signatureTypeUpdated } from '#modules/signatures/events.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { conflict, invalidFields, notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import {
  deleteSignatureTypeRow,
  findSignatureType,
  listSignatureTypes,
  lockSignatureTypeRow,
  type SignatureTypeRow,
  upsertSignatureType,
} from './queries.ts'
import { ListSignatureTypesQuery, SignatureType, SignatureTypeId, SignatureTypeInput } from './schemas.ts'

const BY_ID: ListOrder = { column: 'id', tie: 'id', descending: false }

/** Kinds of signatures that a client offers. */
export const signatureTypes: Resource<typeof SignatureType, typeof ListSignatureTypesQuery, typeof SignatureTypeInput> =
  {
    path: '/signature_types',
    conflicts: ['delete'],
    permissions: 'signatures',
    name: 'signature type',
    plural: 'signature types',
    idName: 'id',
    id: SignatureTypeId,
    item: SignatureType,
    query: ListSignatureTypesQuery,
    put: SignatureTypeInput,
    list: (db, client, query, page) =>
      orderedPage(
        BY_ID,
        page,
        (request) => listSignatureTypes(db, client, query, request),
        (row) => presentSignatureType(row, client),
      ),
    async find(db, client, id) {
      const row = await findSignatureType(db, client, id)
      return row && presentSignatureType(row, client)
    },
    lock: lockType,
    putOne: putSignatureType,
    patchOne: patchSignatureType,
    deleteOne: deleteSignatureType,
  }

async function putSignatureType(
  work: Work,
  id: string,
  input: SignatureTypeInput,
): Promise<{ item: SignatureType; outcome: Outcome }> {
  const before = await lockType(work, id)
  const names = parseLocalizedNames(input.localized_names ?? [], 'localized_names')
  const consents = parseLocalizedNames(input.localized_consents ?? [], 'localized_consents')
  const errors = [...names.errors, ...consents.errors]
  if (errors.length > 0) throw invalidFields(errors)
  const row: SignatureTypeRow = {
    id,
    name: input.name ?? nameOf(names.translations, work.client.languages, id),
    localized_names: names.translations,
    localized_consents: consents.translations,
    expiry_days: input.expiry_days ?? null,
    reminder_days: input.reminder_days ?? null,
    created_at: before?.created_at ?? work.now,
    updated_at: before?.updated_at ?? work.now,
  }
  if (before && isDeepStrictEqual(row, before)) {
    return { item: presentSignatureType(before, work.client), outcome: 'unchanged' }
  }
  const after = { ...row, updated_at: work.now }
  await upsertSignatureType(work.tx, work.client, after)
  const item = presentSignatureType(after, work.client)
  emit(work, before ? signatureTypeUpdated : signatureTypeCreated, item)
  return { item, outcome: before ? 'updated' : 'created' }
}

async function patchSignatureType(work: Work, id: string, input: Partial<SignatureTypeInput>): Promise<SignatureType> {
  const before = await lockType(work, id)
  if (!before) throw notFound('signature type', id)
  return (await putSignatureType(work, id, { ...presentSignatureType(before, work.client), ...input })).item
}

async function deleteSignatureType(work: Work, id: string): Promise<void> {
  const before = await lockType(work, id)
  if (!before) throw notFound('signature type', id)
  const type = { client_id: work.client.id, id }
  // A process that is not committed yet is seen only by a statement that begins when it is.
  await lockSignatureTypeRow(work.tx, type)
  const deleted = await deleteSignatureTypeRow(work.tx, type)
  if (deleted.length === 0)
    throw conflict('signature_type_in_use', `The signature type ${id} is used by signature processes.`)
  emit(work, signatureTypeDeleted, presentSignatureType(before, work.client))
}

async function lockType({ tx, client }: Work, id: string): Promise<SignatureTypeRow | undefined> {
  await takeLock(tx, `signature types of client ${client.id}`)
  return findSignatureType(tx, client, id)
}

function presentSignatureType(row: SignatureTypeRow, { languages }: Client): SignatureType {
  return {
    ...row,
    localized_names: presentLocalizedNames(row.localized_names, languages),
    localized_consents: presentLocalizedNames(row.localized_consents, languages),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}
