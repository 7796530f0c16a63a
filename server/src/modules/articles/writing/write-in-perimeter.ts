import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Client, Work } from '#kernel/work.ts'
import { countAudience } from '#modules/articles/audiences/count-audience.ts'
import { type AudienceMatch, matchPerimeter } from '#modules/articles/audiences/queries.ts'
import type { AudienceCount, AudienceInput, Expected } from '#modules/articles/reading/schemas.ts'
import { findOrganizations, type Perimeter, perimeterOf } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { conflict, invalidFields, notFound, Problem } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { checkAudience } from './check-article.ts'
import { deleteArticle } from './delete-article.ts'
import { presentArticle } from './present.ts'
import { lockArticles, patchArticle, putArticle } from './put-article.ts'
import { type ArticleRow, findArticle } from './queries.ts'
import type { Article, ArticleInput } from './schemas.ts'

/** Where a manager may write articles; undefined when that is everywhere. */
export type WritePerimeter = Perimeter | undefined

const WRITE = 'articles:write'

export async function writePerimeterOf(db: Db, client: Client, person: SessionPerson): Promise<WritePerimeter> {
  if (covers(person.admin_permissions, WRITE)) return undefined
  if (covers(person.permissions, WRITE))
    return perimeterOf(db, client, { technicalId: person.technical_id, permission: WRITE })
  throw new Problem('forbidden', 'not_permitted', `Your roles do not grant ${WRITE}.`)
}

/** The audiences of articles that may be written; undefined when that is all of them. */
export async function audiencesInPerimeter(
  db: Db,
  client: Client,
  perimeter: WritePerimeter,
): Promise<AudienceMatch[] | undefined> {
  return perimeter && matchPerimeter(db, client, perimeter)
}

/** An article that may be written; any other is as if there were none. */
export async function getWritable(
  db: Db,
  client: Client,
  perimeter: WritePerimeter,
  slug: string,
): Promise<ArticleRow> {
  const row = await findArticle(db, client, slug)
  if (!row || !(await isInPerimeter(db, client, perimeter, row.organizations))) throw notFound('article', slug)
  return row
}

type Put = { item: Article; outcome: Outcome }

type PutInPerimeter = { slug: string; input: ArticleInput; expected?: Expected | undefined }

export async function putArticleInPerimeter(
  work: Work,
  perimeter: WritePerimeter,
  { slug, input, expected = {} }: PutInPerimeter,
): Promise<Put> {
  await lockArticles(work)
  const before = await findArticle(work.tx, work.client, slug)
  // A slug that is taken cannot be used; whose it is stays unsaid.
  if (before) await refuseOutside(work.tx, work.client, perimeter, before.organizations)
  await refuseOutside(work.tx, work.client, perimeter, input.organizations)
  if (before) refuseUnexpected(before, expected)
  return putArticle(work, slug, input)
}

/** Optimistic concurrency: refuses to overwrite a change that the manager has not seen. */
function refuseUnexpected({ slug, updated_at }: ArticleRow, expected: Expected): void {
  if (expected.only_new) throw conflict('slug_taken', `Article ${slug} already exists.`)
  if (expected.updated_at === undefined || expected.updated_at === inSeconds(updated_at)) return
  throw conflict('changed_meanwhile', `Article ${slug} was changed by someone else.`)
}

export async function patchArticleInPerimeter(
  work: Work,
  perimeter: WritePerimeter,
  slug: string,
  input: Partial<ArticleInput>,
): Promise<Article> {
  await lockArticles(work)
  const before = await getWritable(work.tx, work.client, perimeter, slug)
  await refuseOutside(work.tx, work.client, perimeter, { ...before, ...input }.organizations)
  return patchArticle(work, slug, input)
}

export async function deleteArticleInPerimeter(work: Work, perimeter: WritePerimeter, slug: string): Promise<void> {
  await lockArticles(work)
  await getWritable(work.tx, work.client, perimeter, slug)
  await deleteArticle(work, slug)
}

/** How many people would see an article that is for these. */
export async function countAudienceInPerimeter(
  db: Db,
  client: Client,
  perimeter: WritePerimeter,
  given: AudienceInput,
): Promise<AudienceCount> {
  await refuseOutside(db, client, perimeter, given.organizations)
  const { audience, errors } = await checkAudience({ tx: db, client }, given)
  if (errors.length > 0) throw invalidFields(errors)
  return countAudience(db, client, audience)
}

/** How many people see an article. */
export async function countReaders(
  db: Db,
  client: Client,
  perimeter: WritePerimeter,
  slug: string,
): Promise<AudienceCount> {
  return countAudienceInPerimeter(db, client, perimeter, presentArticle(await getWritable(db, client, perimeter, slug)))
}

async function refuseOutside(
  db: Db,
  client: Client,
  perimeter: WritePerimeter,
  organizations: string[] = [],
): Promise<void> {
  if (await isInPerimeter(db, client, perimeter, organizations)) return
  const message = 'You can only write articles for organizations in your perimeter: name at least one, and no others.'
  const fields = [{ field: 'organizations', code: 'outside_perimeter', message }]
  throw new Problem('forbidden', 'outside_perimeter', message, { fields })
}

/** An article without organizations is for everyone, and so within no perimeter. */
async function isInPerimeter(
  db: Db,
  client: Client,
  perimeter: WritePerimeter,
  organizations: string[],
): Promise<boolean> {
  if (!perimeter) return true
  const covered = new Set(perimeter.organizationKeys)
  const known = await findOrganizations(db, client, organizations)
  const isIn = (code: string) => known.get(code)?.ancestors.some((one) => covered.has(one)) ?? false
  return organizations.length > 0 && organizations.every(isIn)
}
