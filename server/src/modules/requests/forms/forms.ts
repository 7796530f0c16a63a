import type { Resource } from '#kernel/resources/resource-routes.ts'
import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { presentForm, presentTranslatedForm } from './present.ts'
import { deleteForm, lockForm, patchForm, putForm } from './put-form.ts'
import { type FormRow, findForm, listForms } from './queries.ts'
import { Form, FormCode, FormInput, ListFormsQuery, TranslatedForm, TranslatedFormInput } from './schemas.ts'

export const BY_CODE: ListOrder = { column: 'code', tie: 'code', descending: false }

const common = {
  path: '/forms',
  conflicts: ['delete'],
  name: 'form',
  plural: 'forms',
  idName: 'code',
  id: FormCode,
  query: ListFormsQuery,
  lock: lockForm,
  deleteOne: deleteForm,
} as const

/** Applications know the category of a form by one name. */
export const forms: Resource<typeof Form, typeof ListFormsQuery, typeof FormInput> = {
  ...common,
  item: Form,
  put: FormInput,
  ...operationsWith<Form, FormInput>(presentForm),
}

/** As administrators and the set-up file write them: with the category in every language of the client. */
export const translatedForms: Resource<typeof TranslatedForm, typeof ListFormsQuery, typeof TranslatedFormInput> = {
  ...common,
  item: TranslatedForm,
  put: TranslatedFormInput,
  patchName: 'translated form',
  ...operationsWith<TranslatedForm, TranslatedFormInput>(presentTranslatedForm),
}

function operationsWith<Item, Input extends TranslatedFormInput>(present: (row: FormRow) => Item) {
  return {
    list: (db: Db, client: Client, query: ListFormsQuery, page: PageRequest) =>
      orderedPage(BY_CODE, page, (request) => listForms(db, client, query, request), present),
    async find(db: Db, client: Client, code: string) {
      const row = await findForm(db, client, code)
      return row && present(row)
    },
    async putOne(work: Work, code: string, input: Input) {
      const { row, outcome } = await putForm(work, code, input)
      return { item: present(row), outcome }
    },
    patchOne: async (work: Work, code: string, input: Partial<Input>) => present(await patchForm(work, code, input)),
  }
}
