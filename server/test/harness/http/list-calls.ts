import assert from 'node:assert/strict'
import type { TestApp } from '#test/harness/app.ts'

type Answer = Awaited<ReturnType<TestApp['v2']>>
export type Query = Record<string, string | number>

/** Calls of one list, whose items are told apart by `idName`. */
export function listCalls({ v2 }: Pick<TestApp, 'v2'>, path: string, idName: string) {
  const textsOf = ([name, value]: [string, string | number]): [string, string] => [name, String(value)]
  const call = (query: Query) => v2('GET', `${path}?${new URLSearchParams(Object.entries(query).map(textsOf))}`)
  const idsOf = (answer: Answer): string[] => answer.json().map((one: Record<string, string>) => one[idName])
  const cursorOf = (answer: Answer, which: 'next' | 'previous') =>
    answer.headers[`${which}-cursor`] as string | undefined

  async function list(query: Query): Promise<string[]> {
    const answer = await call(query)
    assert.equal(answer.statusCode, 200, answer.body)
    return idsOf(answer)
  }

  /** Follows Next-Cursor to the end of a list, or Previous-Cursor to its beginning. */
  async function walk(query: Query, from: Answer, way: 'next' | 'previous'): Promise<string[][]> {
    const pages = [idsOf(from)]
    for (let answer = from; cursorOf(answer, way); pages.push(idsOf(answer))) {
      answer = await call({ ...query, cursor: cursorOf(answer, way) ?? '' })
      assert.equal(answer.statusCode, 200)
      assert.ok(pages.length < 100, 'the list must end')
    }
    return pages
  }

  return { call, idsOf, cursorOf, list, walk }
}
