type Cleanup = () => Promise<unknown>

const cleanups: Cleanup[] = []
let ending: Promise<void> | undefined

/** What must be done when the run ends, however it ends; the last one named comes first. */
export function atEnd(cleanup: Cleanup): void {
  cleanups.unshift(cleanup)
}

export function isEnding(): boolean {
  return ending !== undefined
}

export function endAll(): Promise<void> {
  ending ??= cleanUp()
  return ending
}

/** Ctrl-C ends what was started, too. */
export function endOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => void endAll().finally(() => process.exit(code)))
  }
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups) {
    await cleanup().catch((error) => console.error(`While ending: ${(error as Error).message}`))
  }
}
