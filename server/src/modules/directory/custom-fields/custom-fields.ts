import { Type } from 'typebox'
import type { Resource } from '#kernel/resources/resource-routes.ts'
import type { Work } from '#kernel/work.ts'
import { translatedResource } from '#modules/directory/coded-resource.ts'
import { counted } from '#modules/directory/counted.ts'
import { customFieldCreated, customFieldDeleted, customFieldUpdated } from '#modules/directory/events.ts'
import { presentTimes } from '#modules/directory/present.ts'
import { ListParameters } from '#modules/directory/schemas.ts'
import { conflict, type FieldError, invalidFields } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import { articlesForField, type CustomFieldRow, countHolders, customFieldTable, policiesForField } from './queries.ts'
import {
  CustomField,
  CustomFieldCode,
  CustomFieldInput,
  TranslatedCustomField,
  TranslatedCustomFieldInput,
} from './schemas.ts'

const Query = Type.Object(ListParameters)

const { plain, translated } = translatedResource<CustomFieldRow, CustomField, CustomFieldInput>({
  name: 'custom field',
  table: customFieldTable,
  present: (row) => ({ code: row.code, name: row.name, type: row.type, values: row.values, ...presentTimes(row) }),
  async parse(work, { name, type, values = [] }, before) {
    const errors = checkValues(type, values)
    if (errors.length > 0) throw invalidFields(errors)
    if (before) await refuseChange(work, before, { type, values })
    return { name, type, values }
  },
  events: { created: customFieldCreated, updated: customFieldUpdated, deleted: customFieldDeleted },
  refuseDelete: (work, row) => refuseHeld(work, row.code),
})

function checkValues(type: CustomFieldInput['type'], values: string[]): FieldError[] {
  if (type !== 'list' && values.length > 0) {
    return [
      { field: 'values', code: 'misplaced', message: `A field of the type ${type} cannot have a list of values.` },
    ]
  }
  if (type === 'list' && values.length === 0) {
    return [{ field: 'values', code: 'too_short', message: 'A list must have at least one value.' }]
  }
  return Array.from(repeatsIn(values), (index) => ({
    field: `values.${index}`,
    code: 'repeated',
    message: 'This is a duplicate.',
  }))
}

/** What employees have, and what articles ask of them, must go on to fit. */
async function refuseChange(work: Work, before: CustomFieldRow, after: Pick<CustomFieldRow, 'type' | 'values'>) {
  if (before.type !== after.type) return refuseHeld(work, before.code)
  const removed = before.values.filter((one) => !after.values.includes(one))
  if (removed.length > 0) await refuseHeld(work, before.code, removed)
}

async function refuseHeld({ tx, client }: Work, code: string, values?: string[]): Promise<void> {
  const what = values ? `one of the values ${values.join(', ')}` : 'a value'
  const [holders] = counted(await countHolders(tx, client, code, values), 'employee has', 'employees have')
  if (holders !== undefined) {
    throw conflict('custom_field_in_use', `${holders} ${what} of the custom field ${code}, deleted employees included.`)
  }
  const asking = values ? 0 : await policiesForField(tx, client, code)
  const [policies] = counted(asking, 'retention policy asks', 'retention policies ask')
  if (policies !== undefined) {
    throw conflict('custom_field_in_use', `${policies} for the custom field ${code}.`)
  }
  const [readable] = counted(await articlesForField(tx, client, code, values), 'article is', 'articles are')
  if (readable !== undefined) {
    throw conflict('custom_field_in_use', `${readable} for employees with ${what} of the custom field ${code}.`)
  }
}

export const customFields: Resource<typeof CustomField, typeof Query, typeof CustomFieldInput> = {
  path: '/custom_fields',
  conflicts: ['put', 'patch', 'delete'],
  name: 'custom field',
  plural: 'custom fields',
  idName: 'code',
  id: CustomFieldCode,
  item: CustomField,
  query: Query,
  put: CustomFieldInput,
  ...plain,
}

/** As administrators and the set-up file name them: in every language of the client. */
export const translatedCustomFields: Resource<
  typeof TranslatedCustomField,
  typeof Query,
  typeof TranslatedCustomFieldInput
> = {
  ...customFields,
  item: TranslatedCustomField,
  put: TranslatedCustomFieldInput,
  patchName: 'translated custom field',
  ...translated,
}
