import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const top = await anOrganization(service)
const profiles = [{ role: await aRole(service), organizations: [top], include_below: true }]
const admin = as(`manager:${await aManager(service, { language: 'fr-fr', profiles })}`)
const french = as(`employee:${await anEmployee(service, { language: 'fr-fr', organizations: [top] })}`)

const plain = { slug: 'career', name: 'Career', language_code: 'en-us', description: 'Moves' }
const translated = {
  ...plain,
  localized_names: [{ language_code: 'fr-fr', value: 'Carrière' }],
  localized_descriptions: [{ language_code: 'fr-fr', value: 'Mobilités' }],
}
const form = { title: 'Mobility', visible_by_employee: true, fields: [] }

async function aForm(category: object = translated) {
  const code = unique('form').slice(0, 20)
  return { code, answer: await admin('PUT', `/admin/forms/${code}`, { body: { ...form, category } }) }
}

test('the category of a form is read in the language of the employee', async () => {
  const { code, answer } = await aForm()

  const forms: { slug: string; category: object }[] = (await french('GET', '/me/forms')).json()

  assert.equal(answer.statusCode, 201)
  assert.deepEqual(answer.json().category, translated)
  assert.deepEqual(forms.find((one) => one.slug === code)?.category, {
    slug: 'career',
    name: 'Carrière',
    description: 'Mobilités',
  })
})

test('applications read and change the plain category, and leave its translations', async () => {
  const { code } = await aForm()

  const read = (await v2('GET', `/forms/${code}`)).json()
  await v2('PUT', `/forms/${code}`, { body: { ...form, title: 'Moving', category: plain } })

  assert.deepEqual(read.category, plain)
  const { title, category } = (await admin('GET', `/admin/forms/${code}`)).json()
  assert.equal(title, 'Moving')
  assert.deepEqual(category, translated)
})

test('422 refuses a language that the client does not have', async () => {
  const { answer } = await aForm({ ...plain, localized_names: [{ language_code: 'es-es', value: 'Carrera' }] })

  assert.equal(answer.statusCode, 422)
  assert.deepEqual(
    answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
    [['category.localized_names.0.language_code', 'unknown_language']],
  )
})
