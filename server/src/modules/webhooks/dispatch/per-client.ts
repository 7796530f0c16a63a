/**
 * Does something for one client after the other, beginning with any of them, until there is no room for more. Each gets an
 * equal share of the room, and what those before it left of theirs; `step` answers how much it took.
 */
export async function perClient(
  clientIds: readonly string[],
  room: number,
  step: (clientId: string, room: number) => Promise<number>,
): Promise<void> {
  const start = Math.floor(Math.random() * clientIds.length)
  const turns = [...clientIds.slice(start), ...clientIds.slice(0, start)]
  let left = room
  for (const [index, clientId] of turns.entries()) {
    if (left <= 0) return
    left -= await step(clientId, Math.ceil(left / (turns.length - index)))
  }
}
