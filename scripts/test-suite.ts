import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import '../server/test/harness/after-process.ts'

type TestFile = { name: string; url: string }

/** Runs the files that no other process has taken, one by one. A folder of claims says which those are. */
export async function takeFiles(files: TestFile[], claims: string): Promise<void> {
  for (const [index, { name, url }] of files.entries()) if (isMine(join(claims, String(index)))) await suite(name, url)
}

/** Only one process can make the file of a claim. */
function isMine(claim: string): boolean {
  try {
    closeSync(openSync(claim, 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Runs a test file as a suite: its hooks are its own. Resolves when the last of its tests has ended. */
export function suite(name: string, url: string): Promise<void> {
  return new Promise((resolve) => {
    void describe(name, async () => {
      after(() => resolve())
      await import(url)
    })
  })
}
