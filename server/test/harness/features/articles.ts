import assert from 'node:assert/strict'
import type { ArticleInput } from '#modules/articles/writing/schemas.ts'
import type { TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

export type ListQuery = Record<string, string | number | boolean>

/** Calls of both groups about articles, of the client acme. */
export function articleCalls({ app, v2 }: Pick<TestApp, 'app' | 'v2'>) {
  const at = (slug: string) => `/articles/${encodeURIComponent(slug)}`
  const put = (slug: string, body: unknown) => v2('PUT', at(slug), { body })

  /** A published article of group A. */
  async function anArticle(given: Partial<ArticleInput> & { slug?: string } = {}): Promise<string> {
    const { slug = unique('article'), ...rest } = given
    const answer = await put(slug, { title: slug, body: '<p>Text</p>', state: 'published', ...rest })
    assert.ok([200, 201].includes(answer.statusCode), answer.body)
    return slug
  }

  async function aCategory(given: object = {}): Promise<string> {
    const slug = unique('category')
    const answer = await v2('PUT', `/article_categories/${slug}`, { body: { name: slug, ...given } })
    assert.equal(answer.statusCode, 201, answer.body)
    return slug
  }

  /** A call of group C. */
  function keyed(path: string, key = 'acme-api-key') {
    return app.inject({ method: 'GET', url: `/api${path}`, headers: { 'x-api-key': key } })
  }
  function search(query: ListQuery = {}, key?: string) {
    const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    return keyed(`/articles/?${new URLSearchParams(parameters)}`, key)
  }
  async function slugs(query: ListQuery = {}): Promise<string[]> {
    const answer = await search({ per_page: 100, ...query })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().map((one: { slug: string }) => one.slug)
  }

  return { at, put, anArticle, aCategory, keyed, search, slugs }
}
