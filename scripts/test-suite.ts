import { after, describe } from 'node:test'
import '../server/test/harness/after-process.ts'

/** Runs a test file as a suite: its hooks are its own. Resolves when the last of its tests has ended. */
export function suite(name: string, url: string): Promise<void> {
  return new Promise((resolve) => {
    void describe(name, async () => {
      after(() => resolve())
      await import(url)
    })
  })
}
