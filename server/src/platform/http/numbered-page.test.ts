import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pageLinks } from './numbered-page.ts'

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
