import { type Eraser, NOTHING_MORE } from '#kernel/personal-data/eraser.ts'
import { forgetPerson } from '#modules/audit/people/forget-person.ts'

/** Who acted and whom it concerned is taken out of the trail where it was the person; the chain holds. */
export const trailEraser: Eraser = {
  module: 'audit',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase(work, { subject }) {
    if (subject) await forgetPerson(work, { type: 'employee', technical_id: subject.technical_id })
    return NOTHING_MORE
  },
}
