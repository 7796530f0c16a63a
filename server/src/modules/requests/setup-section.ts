import { isDeepStrictEqual } from 'node:util'
import { linkDatasets } from '#modules/datasets/index.ts'
import type { Work } from '#platform/db/work.ts'
import { Problem } from '#platform/problem.ts'
import type { Outcome, SetupSection } from '#platform/setup-section.ts'
import { type Form, Forms } from './form.ts'
import { findFormDefinition, upsertForm } from './queries.ts'

export const formsSection: SetupSection = {
  key: 'forms',
  schema: Forms,
  async apply(work, value) {
    const changes = []
    for (const [index, form] of (value as Form[]).entries()) {
      changes.push({ what: `form ${form.code}`, outcome: await putForm(work, form, index) })
    }
    return changes
  },
}

async function putForm(work: Work, form: Form, index: number): Promise<Outcome> {
  const before = await findFormDefinition(work.tx, work.client, form.code)
  if (before && isDeepStrictEqual(before, form)) return 'unchanged'
  await upsertForm(work.tx, work.client, form, work.now)
  try {
    await linkDatasets(work, `form ${form.code}`, datasetsOf(form))
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'not_found') throw error
    const field = `${index}.fields`
    throw new Problem('invalid', 'validation_error', error.message, {
      fields: [{ field, code: 'unknown_dataset', message: error.message }],
    })
  }
  return before ? 'updated' : 'created'
}

function datasetsOf(form: Form): string[] {
  return form.fields.flatMap((field) => (field.dataset === undefined ? [] : [field.dataset]))
}
