/** Does something with each of many, so many at a time at most. After a failure no other is begun. */
export async function eachOf<T>(items: readonly T[], atOnce: number, act: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const takeTurns = async () => {
    try {
      for (const item of rest) await act(item)
    } catch (error) {
      rest.return?.()
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns))
}
