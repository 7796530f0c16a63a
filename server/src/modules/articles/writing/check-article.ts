import type { Work } from '#kernel/work.ts'
import { type Audience, toAudience } from '#modules/articles/audiences/audience.ts'
import { findCategories } from '#modules/articles/categories/queries.ts'
import type { AudienceInput } from '#modules/articles/reading/schemas.ts'
import {
  checkReferences,
  findCustomFields,
  findOrganizations,
  listKnownRoles,
  mistakeInValue,
  unknownOrganization,
  unknownRole,
} from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import { sortText } from '#platform/text/search-text.ts'
import { firstLanguage } from './present.ts'
import type { WrittenArticle } from './queries.ts'
import type { ArticleInput, Rule } from './schemas.ts'

export type ArticleDraft = Omit<WrittenArticle, 'audience_key'> & { audience: Audience }

/** What is stored for an input; throws when it is refused. */
export async function checkArticle(work: Work, input: ArticleInput): Promise<ArticleDraft> {
  const language_code = input.language_code?.toLowerCase() ?? firstLanguage(work.client)
  const translations = (input.translations ?? []).map(({ language_code, title, body }) => ({
    language_code: language_code.toLowerCase(),
    title,
    body,
  }))
  const { audience, errors } = await checkAudience(work, input)
  const refused = [
    ...checkLanguages([language_code, ...translations.map((one) => one.language_code)]),
    ...(await checkCategories(work, input.categories ?? [])),
    ...errors,
  ]
  if (refused.length > 0) throw invalidFields(refused)
  return {
    title: input.title,
    body: input.body,
    language_code,
    translations,
    categories: input.categories ?? [],
    featured: input.featured ?? false,
    state: input.state ?? 'draft',
    sort_title: sortText(input.title),
    audience,
  }
}

function checkLanguages(languages: string[]): FieldError[] {
  return Array.from(repeatsIn(languages), (index) => ({
    field: `translations.${index - 1}.language_code`,
    code: 'repeated',
    message: 'This language appears more than once.',
  }))
}

async function checkCategories({ tx, client }: Work, slugs: string[]): Promise<FieldError[]> {
  const known = await findCategories(tx, client, slugs)
  return checkReferences(
    slugs,
    (slug) => known.has(slug),
    (index) => `categories.${index}`,
    (field, slug) => ({ field, code: 'unknown_category', message: `Article category ${slug} not found.` }),
  )
}

/** The audience, and the errors in it. */
export async function checkAudience(work: Pick<Work, 'client'> & { tx: Db }, input: AudienceInput) {
  const { tx, client } = work
  const { accessible_by = ['employees', 'managers'], organizations = [], roles = [], custom_field_rules = [] } = input
  const known = await findOrganizations(tx, client, organizations)
  const knownRoles = await listKnownRoles(tx, client, roles)
  const errors = [
    ...checkReferences(
      organizations,
      (code) => known.has(code),
      (index) => `organizations.${index}`,
      unknownOrganization,
    ),
    ...checkReferences(
      roles,
      (code) => knownRoles.has(code),
      (index) => `roles.${index}`,
      unknownRole,
    ),
    ...(await checkRules(work, custom_field_rules)),
  ]
  const audience = toAudience({
    for_employees: accessible_by.includes('employees'),
    for_managers: accessible_by.includes('managers'),
    organization_keys: organizations.flatMap((code) => known.get(code)?.key ?? []),
    roles,
    custom_field_rules,
  })
  return { audience, errors }
}

async function checkRules({ tx, client }: Pick<Work, 'client'> & { tx: Db }, rules: Rule[]): Promise<FieldError[]> {
  if (rules.length === 0) return []
  const fields = await findCustomFields(tx, client)
  return rules.flatMap((rule, index) => {
    const field = fields.get(rule.field)
    const at = `custom_field_rules.${index}`
    if (!field) {
      const message = `Custom field ${rule.field} not found.`
      return [{ field: `${at}.field`, code: 'unknown_custom_field', message }]
    }
    return rule.in.flatMap((value, position) => {
      const mistake = mistakeInValue(field, value)
      return mistake ? [{ field: `${at}.in.${position}`, ...mistake }] : []
    })
  })
}
