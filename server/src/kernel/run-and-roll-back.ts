import type { Work } from './work.ts'

/** Opens one transaction for a caller, and hands it to an operation. */
export type OpenWork = <T>(operation: (work: Work) => Promise<T>) => Promise<T>

/** Carries an answer out of a work that is taken back. */
class RolledBack extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('Rolled back after the dry run.')
    this.answer = answer
  }
}

/** Does something, answers what came of it, and takes it back: the answer is that of the change itself. */
export async function runAndRollBack<T>(openWork: OpenWork, operation: (work: Work) => Promise<T>): Promise<T> {
  try {
    return await openWork<T>(async (work) => {
      throw new RolledBack(await operation(work))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T
    throw error
  }
}
