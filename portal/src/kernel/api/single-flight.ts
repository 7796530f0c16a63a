/** A second click within this time is the second half of a double click, even if the first was answered already. */
export const DOUBLE_CLICK_MS = 500

type Flight<Data> = { of: string; at: number; isOpen: boolean; answer: Promise<Data> }

/** Makes one call of what is asked for twice at once. Another call with other values goes its own way. */
export class SingleFlight<Data> {
  #last: Flight<Data> | undefined

  run(values: unknown, send: () => Promise<Data>): Promise<Data> {
    const of = describeValues(values)
    const last = this.#last
    if (last && last.of === of && (last.isOpen || performance.now() - last.at < DOUBLE_CLICK_MS)) return last.answer
    const flight: Flight<Data> = { of, at: performance.now(), isOpen: true, answer: send() }
    this.#last = flight
    const close = () => {
      flight.isOpen = false
    }
    flight.answer.then(close, close)
    return flight.answer
  }
}

/** The same text for the same values; functions do not count, and a file is what it is called and how large it is. */
export function describeValues(values: unknown): string {
  const text = JSON.stringify(values, (_key, value) => {
    if (value instanceof File) return [value.name, value.size, value.lastModified]
    if (value instanceof FormData) return [...value]
    if (value instanceof Set || value instanceof Map) return [...value]
    return value
  })
  return text ?? ''
}
