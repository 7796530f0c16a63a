/** Asks once in so long a time, however often it is asked. */
export function cacheFor<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; at: number } | undefined
  return () => {
    if (!last || performance.now() - last.at > milliseconds) last = { answer: ask(), at: performance.now() }
    return last.answer
  }
}
