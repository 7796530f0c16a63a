import type { ErasedBatch, Eraser, ErasureSubject } from '#kernel/personal-data/eraser.ts'
import { mentions } from '#kernel/personal-data/pseudonymise.ts'
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
      const texts = [...subject.emails, ...subject.names.filter((name) => name.trim().includes(' '))]
      await forgetJobs(tx, client, { scope: 'employee', technical_id: subject.technical_id, texts })
    }
    const next = await forgetAnswers(tx, keyring, client, {
      after,
      limit: ANSWERS,
      isAbout: (text) => names(text, subject),
    })
    return { gone: [], files: [], next }
  },
}

/** The same text may be the id of something else: ids and numbers count where the name of the field says whose they are. */
const FIELDS = ['technical_id', 'employee_technical_id', 'employee_number']

function names(text: string, subject: ErasureSubject): boolean {
  const { technical_id, identifiers } = subject
  const pairs = FIELDS.flatMap((field) => identifiers.map((one) => `${JSON.stringify(field)}:${JSON.stringify(one)}`))
  const said = [...pairs, JSON.stringify(`employee:${technical_id}`)]
  // Answers are texts within a text: their quotation marks are escaped.
  const quoted = said.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])
  return quoted.some((one) => text.includes(one)) || mentions(text, subject)
}
