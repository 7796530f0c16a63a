/** Lets a few at a time do something under one name; the others wait for them, in their order. */
export type Gate = <T>(name: string, step: () => Promise<T>) => Promise<T>

type Line = { running: number; waiting: (() => void)[] }

export function openGate(atOnce: number): Gate {
  const lines = new Map<string, Line>()

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
