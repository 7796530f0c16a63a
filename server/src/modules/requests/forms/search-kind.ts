import { type Hit, pageNumberAt, positionAfterPage, type SearchKind } from '#kernel/search.ts'
import { markMatches } from '#platform/text/mark-matches.ts'
import { searchWords } from '#platform/text/search-text.ts'
import { fold } from '#platform/text/text.ts'
import { listOfferedForms, type OfferedForm } from './offered-forms.ts'

export const formSearch: SearchKind = {
  name: 'forms',
  position: 2,
  places: ['form'],
  async find(db, client, person, { q, perPage, at }) {
    const page = pageNumberAt(at)
    const forms = await listOfferedForms(db, client, { isForManagers: false, language: person.language ?? undefined })
    const words = searchWords(q)
    const wanted = words.length === 0 ? [] : forms.filter((form) => hasAll(words, form))
    const hits = wanted.slice((page - 1) * perPage, page * perPage).map((form) => formHit(form, q))
    return { hits, total: wanted.length, next: positionAfterPage(page, perPage, wanted.length) }
  },
}

function hasAll(words: readonly string[], { title, category }: OfferedForm): boolean {
  const text = fold(`${title} ${category?.name ?? ''} ${category?.description ?? ''}`)
  return words.every((word) => text.includes(word))
}

function formHit({ slug, title, category }: OfferedForm, q: string): Hit {
  const text = category ? markMatches(category.description, q) : []
  return { id: slug, place: 'form', title: markMatches(title, q), text, about: category?.name ?? '', at: null }
}
