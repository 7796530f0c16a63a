import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ArticleInput, Rule } from '#modules/articles/writing/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { aCustomField, aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2 } = service
const { anArticle, slugs } = articleCalls(service)

/** hq above north and south, north above two sites. */
const hq = await anOrganization(service)
const north = await anOrganization(service, { parent: hq })
const south = await anOrganization(service, { parent: hq })
const sites = [await anOrganization(service, { parent: north }), await anOrganization(service, { parent: north })]
const ABOVE: Record<string, string[]> = { [hq]: [hq], [north]: [north, hq], [south]: [south, hq] }
for (const site of sites) ABOVE[site] = [site, north, hq]
const organizations = Object.keys(ABOVE)
const roles = [await aRole(service), await aRole(service), await aRole(service)]
const fields = {
  grade: await aCustomField(service, { type: 'list', values: ['junior', 'senior'] }),
  level: await aCustomField(service, { type: 'integer' }),
  remote: await aCustomField(service, { type: 'boolean' }),
}

const some = <Item>(items: readonly Item[]) => fc.subarray([...items], { maxLength: 2 })
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ field: fc.constant(fields.grade), in: fc.subarray(['junior', 'senior'], { minLength: 1 }) }),
  fc.record({ field: fc.constant(fields.level), in: fc.subarray([0, 1, 2], { minLength: 1 }) }),
  fc.record({ field: fc.constant(fields.remote), in: fc.subarray([true, false], { minLength: 1 }) }),
)
const article = fc.record({
  state: fc.constantFrom('published' as const, 'published' as const, 'draft' as const),
  accessible_by: fc.subarray(['employees', 'managers'] as const, { minLength: 1 }),
  organizations: fc.oneof(fc.constant([]), some(organizations)),
  roles: fc.oneof(fc.constant([]), some(roles)),
  custom_field_rules: fc.oneof(fc.constant([]), fc.array(rule, { maxLength: 2 })),
})
type Given = Required<Pick<ArticleInput, 'state' | 'accessible_by' | 'organizations' | 'roles' | 'custom_field_rules'>>

const employee = fc.record({
  registrations: fc.uniqueArray(fc.record({ at: fc.constantFrom(...organizations), active: fc.boolean() }), {
    maxLength: 2,
    selector: ({ at }) => at,
  }),
  custom_fields: fc.record(
    {
      [fields.grade]: fc.constantFrom('junior', 'senior'),
      [fields.level]: fc.nat(2),
      [fields.remote]: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
})
type Employee = { registrations: { at: string; active: boolean }[]; custom_fields: Record<string, unknown> }

/** The rules of the documentation, told once more. */
function mayEmployeeRead(given: Given, person: Employee): boolean {
  const active = person.registrations.filter((one) => one.active)
  const here = (active.length > 0 ? active : person.registrations).flatMap(({ at }) => ABOVE[at] ?? [])
  return (
    given.state === 'published' &&
    given.accessible_by.includes('employees') &&
    (given.organizations.length === 0 || given.organizations.some((code) => here.includes(code))) &&
    given.custom_field_rules.every((one) => one.in.includes(person.custom_fields[one.field] as never))
  )
}

function mayManagerRead(given: Given, own: string[]): boolean {
  return (
    given.state === 'published' &&
    given.accessible_by.includes('managers') &&
    (given.roles.length === 0 || given.roles.some((role) => own.includes(role)))
  )
}

const take = <Item>(from: fc.Arbitrary<Item>, count: number, seed: number) => fc.sample(from, { numRuns: count, seed })

test('everybody reads exactly what the rules say, also after the articles and the tree changed', async () => {
  const given = new Map<string, Given>()
  for (const one of take(article, 60, 1) as Given[]) given.set(await anArticle(one as ArticleInput), one)
  const people = new Map<string, Employee>()
  for (const person of take(employee, 15, 2) as Employee[]) {
    const registrations = person.registrations.map(({ at, active }, index) => ({
      organization_code: at,
      employee_number: `${people.size}-${index}`,
      active,
    }))
    people.set(await anEmployee(service, { registrations, custom_fields: person.custom_fields as never }), person)
  }
  const managers = new Map<string, string[]>()
  for (const own of take(fc.subarray(roles), 5, 3)) {
    const profiles = own.map((role) => ({ role, organizations: [hq], include_below: true }))
    managers.set(await aManager(service, { profiles }), own)
  }

  const check = async () => {
    const readable = (may: (one: Given) => boolean) =>
      [...given]
        .filter(([, one]) => may(one))
        .map(([slug]) => slug)
        .toSorted()
    for (const [id, person] of people) {
      const seen = await slugs({ employee_technical_id: id })
      assert.deepEqual(
        seen.toSorted(),
        readable((one) => mayEmployeeRead(one, person)),
        JSON.stringify(person),
      )
    }
    for (const [id, own] of managers) {
      const seen = await slugs({ manager_technical_id: id })
      assert.deepEqual(
        seen.toSorted(),
        readable((one) => mayManagerRead(one, own)),
      )
    }
    for (const readers of ['employees', 'managers'] as const) {
      const forSome = readable((one) => one.state === 'published' && one.accessible_by.includes(readers))
      assert.deepEqual((await slugs({ accessible_by: readers })).toSorted(), forSome)
    }
  }

  await check()
  const others = take(article, 20, 4) as Given[]
  for (const [index, slug] of [...given.keys()].slice(0, 20).entries()) {
    const changed = others[index] as Given
    await anArticle({ slug, ...changed } as ArticleInput & { slug: string })
    given.set(slug, changed)
  }
  const [moved = ''] = sites
  await v2('PATCH', `/organizations/${moved}`, { body: { parent: south } })
  ABOVE[moved] = [moved, south, hq]
  await check()
})
