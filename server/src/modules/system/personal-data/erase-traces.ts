import type { ErasedBatch, Eraser, ErasureSubject } from '#kernel/personal-data/eraser.ts'
import { forgetAnswers } from '#platform/http/idempotency/forget-answers.ts'
import { forgetJobs } from '#platform/jobs/forget-jobs.ts'

const ANSWERS = 500

/** What the machinery of the service remembers for a while: jobs, and answers for calls that are sent again. */
export const traceEraser: Eraser = {
  module: 'events',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase({ tx, client }, { subject }, { keyring, after = '' }): Promise<ErasedBatch> {
    if (!subject) return { gone: [], files: [], next: undefined }
    if (after === '') {
      await forgetJobs(tx, client, { values: subject.identifiers, addresses: subject.emails })
    }
    const next = await forgetAnswers(tx, keyring, client, {
      after,
      limit: ANSWERS,
      isAbout: (text) => names(text, subject),
    })
    return { gone: [], files: [], next }
  },
}

/** Ids of people are whole values; addresses and full names are parts of nothing else. */
function names(text: string, { identifiers, emails, names: called }: ErasureSubject): boolean {
  // Answers are texts within a text: their quotation marks are escaped.
  const quoted = identifiers.flatMap((one) => [JSON.stringify(one), JSON.stringify(JSON.stringify(one)).slice(1, -1)])
  const lower = text.toLowerCase()
  return (
    identifiers.includes(text) ||
    quoted.some((one) => text.includes(one)) ||
    [...emails, ...called.filter((name) => name.includes(' '))].some((one) => lower.includes(one.toLowerCase()))
  )
}
