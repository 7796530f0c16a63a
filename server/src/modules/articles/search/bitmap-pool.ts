import { type ArticleBitmap, wordsFor } from './article-bitmap.ts'

/** So many sets are kept for the next call. */
const MAX_KEPT = 256
const pooled: ArticleBitmap[] = []

/**
 * The sets that a list is made with, until it leaves. They are used again by the next one: thrown away, they are memory outside
 * of the heap, for which the garbage collector stops everything several times a second.
 */
export class BitmapPool {
  readonly #borrowed: ArticleBitmap[] = []

  /** A set that has room for so many blocks, and nothing in it. */
  empty(blocks: number): ArticleBitmap {
    return this.#borrow(wordsFor(blocks)).fill(0)
  }

  copy(set: ArticleBitmap): ArticleBitmap {
    const copy = this.#borrow(set.length)
    copy.set(set)
    return copy
  }

  /** None of its bitmaps is in use any more. */
  release(): void {
    pooled.push(...this.#borrowed.splice(0))
    // The oldest go first, so that the sets of small clients do not keep those of large ones out.
    pooled.splice(0, Math.max(0, pooled.length - MAX_KEPT))
  }

  #borrow(words: number): ArticleBitmap {
    const found = pooled.findLastIndex((one) => one.length === words)
    const [set = new Uint32Array(words)] = found < 0 ? [] : pooled.splice(found, 1)
    this.#borrowed.push(set)
    return set
  }
}
