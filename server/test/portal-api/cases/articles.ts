import assert from 'node:assert/strict'
import { aManager, aRole } from '#test/harness/features/directory/builders.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

export async function articleCases({ service }: World): Promise<IsolationCase[]> {
  await aRole(service, { code: 'article-reader', permissions: ['employees:read'] })
  const profiles = [{ role: 'article-reader', organizations: ['PAR'], include_below: true }]
  await aManager(service, { technical_id: 'M-READER', profiles })
  const store = async (path: string, body: object) => {
    const answer = await service.v2('PUT', path, { body })
    assert.equal(answer.statusCode, 201, answer.body)
  }
  await store('/article_categories/cases', { name: 'Cases' })
  const article = { title: 'Case', body: '<p>Text</p>', state: 'published', categories: ['cases'] }
  const ofParis = { ...article, organizations: ['PAR'], accessible_by: ['employees'] }
  for (const slug of ['case-par', 'case-gone']) await store(`/articles/${slug}`, ofParis)
  await store('/article_categories/role-cases', { name: 'Cases of a role' })
  const ofRole = { ...article, accessible_by: ['managers'], roles: ['article-reader'], categories: ['role-cases'] }
  await store('/articles/case-role', ofRole)
  const employee = 'employee:E-PAR' as const
  const writer = 'manager:M-PAR' as const
  const reader = 'manager:M-READER' as const
  const { title, body } = article
  const of = (operationId: string, method: IsolationCase['method'], path: string, more: Partial<IsolationCase>) => ({
    operationId,
    method,
    path,
    who: writer,
    ...more,
  })
  return [
    of('listMyArticles', 'GET', '/me/articles', { who: employee, finds: 'case-par' }),
    of('readMyArticle', 'GET', '/me/articles/case-par', { who: employee }),
    of('listMyArticleCategories', 'GET', '/me/article_categories', { who: employee, finds: '"cases"' }),
    of('listManagerArticles', 'GET', '/manager/articles', { finds: 'case-par' }),
    of('listManagerArticles', 'GET', '/manager/articles?view=read', { who: reader, finds: 'case-role' }),
    of('readManagerArticle', 'GET', '/manager/articles/case-role/reading', { who: reader }),
    of('listManagerArticleCategories', 'GET', '/manager/article_categories?view=read', {
      who: reader,
      finds: 'role-cases',
    }),
    of('getManagerArticle', 'GET', '/manager/articles/case-par', {}),
    of('putManagerArticle', 'PUT', '/manager/articles/case-new', { body: { title, body, organizations: ['PAR'] } }),
    of('patchManagerArticle', 'PATCH', '/manager/articles/case-par', { body: { title: 'Other' } }),
    of('deleteManagerArticle', 'DELETE', '/manager/articles/case-gone', {}),
    of('countArticleAudience', 'GET', '/manager/articles/case-par/audience', {}),
    of('previewArticleAudience', 'POST', '/manager/article_audience', { body: { organizations: ['PAR'] } }),
    // What there is to choose from is the same for everybody who may write somewhere.
    of('getArticleAudienceChoices', 'GET', '/manager/article_audience', { isForEveryone: true }),
  ]
}
