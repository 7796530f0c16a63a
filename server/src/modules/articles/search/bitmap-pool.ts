import { type ArticleSet, wordsFor } from './article-bitmap.ts'

/** So many sets are kept for whoever needs some next. */
const MOST_KEPT = 256
const kept: ArticleSet[] = []

/**
 * The sets that a list is made with, until it leaves. They are used again by the next one: thrown away, they are memory outside
 * of the heap, for which the garbage collector stops everything several times a second.
 */
export class SetRoom {
  readonly #taken: ArticleSet[] = []

  /** A set that has room for so many blocks, and nothing in it. */
  empty(blocks: number): ArticleSet {
    return this.#take(wordsFor(blocks)).fill(0)
  }

  copy(set: ArticleSet): ArticleSet {
    const copy = this.#take(set.length)
    copy.set(set)
    return copy
  }

  /** Nobody looks at any of its sets any more. */
  leave(): void {
    kept.push(...this.#taken.splice(0))
    // The oldest go first, so that the sets of small clients do not keep those of large ones out.
    kept.splice(0, Math.max(0, kept.length - MOST_KEPT))
  }

  #take(words: number): ArticleSet {
    const found = kept.findLastIndex((one) => one.length === words)
    const [set = new Uint32Array(words)] = found < 0 ? [] : kept.splice(found, 1)
    this.#taken.push(set)
    return set
  }
}
