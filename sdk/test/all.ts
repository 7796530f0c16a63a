/** Everything that an iteration gives, as a list. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of items) found.push(one)
  return found
}
