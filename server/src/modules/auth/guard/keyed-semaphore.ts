/** Lets a few at a time do something under one name; the others wait for them, in their order. */
export type KeyedSemaphore = <T>(name: string, step: () => Promise<T>) => Promise<T>

type Queue = { running: number; waiting: (() => void)[] }

export function openKeyedSemaphore(atOnce: number): KeyedSemaphore {
  const lines = new Map<string, Queue>()

  return async (name, step) => {
    const line = lines.get(name) ?? { running: 0, waiting: [] }
    lines.set(name, line)
    if (line.running >= atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.running += 1
    try {
      return await step()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(name)
    }
  }
}
