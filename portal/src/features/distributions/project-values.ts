import type { NewProject } from './distributions.api.ts'

export const ADDRESS = [
  'first_name',
  'last_name',
  'address',
  'address_2',
  'address_3',
  'postcode',
  'city',
  'country',
] as const

/** What the form of a new project holds. */
export type ProjectValues = {
  name: string
  group: string
  validation_option: string
  auto_validate: boolean
  expected: number | ''
  delivery_paper_conf: string
  regroup: boolean
  sendTo: 'employee' | 'organization' | 'address'
  address: Record<(typeof ADDRESS)[number], string>
  contact: string
}

/** The project as it is sent: without what is empty, or about paper that it does not have. */
export function toNewProject(values: ProjectValues): NewProject {
  const { name, group, validation_option, auto_validate, expected, delivery_paper_conf } = values
  return {
    name: name.trim(),
    validation_option,
    auto_validate,
    delivery_paper_conf,
    ...(group === '' ? {} : { group }),
    ...(expected === '' ? {} : { expected_distributions: expected }),
    ...(delivery_paper_conf === 'no-paper' ? {} : paperOf(values)),
  }
}

function paperOf({ regroup, sendTo, address, contact }: ProjectValues): Partial<NewProject> {
  const lines = sendTo === 'address' ? ADDRESS.filter((one) => address[one].trim() !== '') : []
  return {
    regroup_paper_mailing: regroup,
    package_sent_to_orgs: sendTo === 'organization',
    ...Object.fromEntries(lines.map((one) => [`package_${one}`, address[one].trim()])),
    ...(contact.trim() === '' ? {} : { package_contact: contact.trim() }),
  }
}
