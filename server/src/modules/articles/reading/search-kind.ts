import { pageNumberAt, positionAfterPage, type SearchKind } from '#kernel/search.ts'
import { listForReader } from './list-for-reader.ts'
import { readableBy } from './readable-articles.ts'

export const articleSearch: SearchKind = {
  name: 'articles',
  position: 1,
  places: ['article'],
  async find(db, client, person, { q, perPage, at }) {
    const page = pageNumberAt(at)
    const asked = { q, page, per_page: perPage, language_code: person.language }
    const { articles, total } = await listForReader(db, client, await readableBy(db, client, person), asked)
    const hits = articles.map(({ slug, highlights, category, updated_at }) => ({
      id: slug,
      place: 'article',
      title: highlights?.title ?? [],
      text: highlights?.text ?? [],
      about: category?.name ?? '',
      at: updated_at,
    }))
    return { hits, total, next: positionAfterPage(page, perPage, total) }
  },
}
