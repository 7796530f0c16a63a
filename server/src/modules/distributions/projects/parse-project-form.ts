import type { ProjectForm, ProjectInput } from './schemas.ts'

const BOOLEANS = ['regroup_paper_mailing', 'package_sent_to_orgs', 'auto_validate'] as const

/** A checked form with JSON types in place of its texts. */
export function parseProjectForm(form: ProjectForm): ProjectInput {
  const { expected_distributions: expected, ...texts } = form
  const booleans = BOOLEANS.flatMap((name) => (form[name] === undefined ? [] : [[name, isYes(form[name])]]))
  return {
    ...texts,
    ...Object.fromEntries(booleans),
    ...(expected === undefined ? {} : { expected_distributions: Number(expected) }),
  }
}

function isYes(text: string): boolean {
  return text === 'true' || text === '1'
}
