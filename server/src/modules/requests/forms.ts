import type { ListOrder } from '#platform/db/keyset-sql.ts'
import { orderedPage } from '#platform/http/ordered-page.ts'
import type { Resource } from '#platform/http/resource-routes.ts'
import { findForm, listForms } from './form-queries.ts'
import { Form, FormCode, FormInput, ListFormsQuery } from './form-schemas.ts'
import { presentForm } from './present-form.ts'
import { deleteForm, patchForm, putForm, takeTurn } from './put-form.ts'

export const BY_CODE: ListOrder = { column: 'code', tie: 'code', descending: false }

export const forms: Resource<typeof Form, typeof ListFormsQuery, typeof FormInput> = {
  path: '/forms',
  conflicts: ['delete'],
  name: 'form',
  plural: 'forms',
  idName: 'code',
  id: FormCode,
  item: Form,
  query: ListFormsQuery,
  put: FormInput,
  list: (db, client, query, at) =>
    orderedPage(
      BY_CODE,
      { at, perPage: query.per_page },
      (request) => listForms(db, client, query, BY_CODE, request),
      presentForm,
    ),
  async find(db, client, code) {
    const row = await findForm(db, client, code)
    return row && presentForm(row)
  },
  lock: takeTurn,
  putOne: putForm,
  patchOne: patchForm,
  deleteOne: deleteForm,
}
