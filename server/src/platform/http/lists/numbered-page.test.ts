import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type NumberedPage, pageLinks, writePage } from './numbered-page.ts'

describe('pageLinks', () => {
  test('each relation is a link on the given address', () => {
    const links = pageLinks('https://hr.example/api/articles', {}, { next: 3, prev: 1 })

    assert.equal(
      links,
      '<https://hr.example/api/articles?page=3>; rel="next", <https://hr.example/api/articles?page=1>; rel="prev"',
    )
  })

  test('every other parameter is kept, lists too, and the page is replaced', () => {
    const links = pageLinks('http://a', { page: 7, per_page: 20, state: ['new', 'done'] }, { last: 9 })

    assert.equal(links, '<http://a?page=9&per_page=20&state=new&state=done>; rel="last"')
  })

  test('a parameter cannot break out of its link', () => {
    const links = pageLinks('http://a', { q: 'x>; rel="evil", <http://b' }, { next: 2 })

    assert.equal(links.match(/[<>]/g)?.length, 2)
    assert.equal(new URL(links.slice(1, links.indexOf('>'))).searchParams.get('q'), 'x>; rel="evil", <http://b')
  })

  test('no pages give no links', () => {
    assert.equal(pageLinks('http://a', { q: 'x' }, {}), '')
  })
})

describe('writePage', () => {
  const written = (page: NumberedPage, url = '/api/things/') => {
    const headers: Record<string, unknown> = {}
    const reply = { header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
    const rels = ['previous', 'next', 'last'] as const
    writePage({ url } as FastifyRequest, reply as unknown as FastifyReply, {
      publicUrl: 'https://hr.example',
      page,
      rels,
    })
    return headers
  }
  const linksOf = (page: NumberedPage) => [...String(written(page).link ?? '').matchAll(/page=(\d+)>; rel="(\w+)"/g)]
  const cases: [string, NumberedPage, Record<string, number>][] = [
    ['the first of several', { page: 1, perPage: 2, total: 5 }, { next: 2, last: 3 }],
    ['one in the middle', { page: 2, perPage: 2, total: 5 }, { previous: 1, next: 3, last: 3 }],
    ['the last', { page: 3, perPage: 2, total: 5 }, { previous: 2, last: 3 }],
    ['the only one', { page: 1, perPage: 2, total: 2 }, { last: 1 }],
    ['right behind the last', { page: 4, perPage: 2, total: 5 }, { previous: 3, last: 3 }],
    ['far behind the last', { page: 9, perPage: 2, total: 5 }, { last: 3 }],
    ['one of an empty list', { page: 1, perPage: 2, total: 0 }, {}],
  ]
  for (const [what, page, expected] of cases) {
    test(`${what} is linked to the pages that there are`, () => {
      assert.deepEqual(Object.fromEntries(linksOf(page).map(([, number, rel]) => [rel, Number(number)])), expected)
      assert.equal(written(page)['x-total-count'], page.total)
    })
  }

  test('keeps the parameters as they were sent, unknown and repeated ones too', () => {
    const { link } = written({ page: 1, perPage: 1, total: 2 }, '/api/things?a=1&a=2&page=1&colour=b%26c')

    const [, first = ''] = /<([^>]+)>; rel="next"/.exec(String(link)) ?? []
    assert.equal(first, 'https://hr.example/api/things?a=1&a=2&page=2&colour=b%26c')
  })
})
