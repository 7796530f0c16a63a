/** Asks once in so long a time, however often it is asked, and never again while an answer is awaited. */
export function cacheFor<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (last && performance.now() <= last.until) return last.answer
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY }
    const keep = () => {
      asked.until = performance.now() + milliseconds
    }
    asked.answer.then(keep, keep)
    last = asked
    return asked.answer
  }
}
