import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { findUser } from '#modules/directory/index.ts'
import { projectCreated } from '#modules/distributions/events.ts'
import {
  BY_HAND,
  findGroup,
  findPaper,
  findValidationOption,
  NO_PAPER,
} from '#modules/distributions/settings/queries.ts'
import { type FieldError, invalid, invalidFields, type Problem } from '#platform/problem.ts'
import { presentProject } from './present.ts'
import { insertProject, type ProjectRow } from './queries.ts'
import { ADDRESS_FIELDS, ADDRESS_NAMES, type PackageAddress, type ProjectInput } from './schemas.ts'

type Options = {
  publicUrl: string
  /** How an unknown sender is refused. */
  unknownSender?(technicalId: string): Problem
}

/** Creates a project without distributions. */
export async function createProject(work: Work, input: ProjectInput, options: Options): Promise<ProjectRow> {
  const { tx, client } = work
  const { publicUrl, unknownSender = invalidSender } = options
  const settings = await findSettings(work, input)
  const tech_id = input.tech_id ?? null
  if (tech_id !== null && !(await findUser(tx, client, tech_id))) throw unknownSender(tech_id)
  const row = await insertProject(
    tx,
    client,
    {
      ...settings,
      name: input.name,
      regroup_paper_mailing: input.regroup_paper_mailing ?? false,
      package_sent_to_orgs: input.package_sent_to_orgs ?? null,
      package_address: addressIn(input),
      package_contact: input.package_contact ?? null,
      sender_id: tech_id,
      auto_validate: input.auto_validate ?? false,
      expected_distributions: input.expected_distributions ?? null,
    },
    work.now,
  )
  emit(work, projectCreated, presentProject(row, publicUrl))
  return row
}

/** Refuses fields for paper that the project would never use. v1 takes them, as its callers have always sent them. */
export function refuseUnusedPaperFields(input: ProjectInput): void {
  const { names, message } = unusedPaperFields(input)
  const given = names.filter((one) => input[one])
  if (given.length > 0) throw invalidFields(given.map((field) => ({ field, code: 'contradiction', message })))
}

const PAPER_NAMES = ['regroup_paper_mailing', 'package_sent_to_orgs', ...ADDRESS_NAMES, 'package_contact'] as const

function unusedPaperFields(input: ProjectInput): { names: readonly (typeof PAPER_NAMES)[number][]; message: string } {
  if ((input.delivery_paper_conf ?? NO_PAPER) === NO_PAPER) {
    return { names: PAPER_NAMES, message: `Only allowed for projects with paper: delivery_paper_conf is ${NO_PAPER}.` }
  }
  const message =
    'Not allowed with package_sent_to_orgs: paper goes to the addresses of organizations, never to that of the project.'
  return { names: input.package_sent_to_orgs ? ADDRESS_NAMES : [], message }
}

function invalidSender(technicalId: string): Problem {
  return invalid('tech_id', 'unknown_manager', `Manager ${technicalId} not found.`)
}

async function findSettings(work: Work, input: ProjectInput) {
  const { option, paper, group } = await findChoices(work, input)
  const { id, validators, group: validationGroup, acknowledge_warnings } = option
  if (input.auto_validate && (validators > 1 || validationGroup !== null)) {
    const message = `Validation option ${id} requires managers: the project cannot be validated automatically.`
    throw invalid('auto_validate', 'contradiction', message)
  }
  return {
    validation_option: id,
    validation: id === BY_HAND ? null : { validators, group: validationGroup, acknowledge_warnings },
    paper_code: input.delivery_paper_conf ?? NO_PAPER,
    paper,
    group_code: group?.code ?? null,
  }
}

/** What the project chooses among the options of the set-up file. */
async function findChoices({ tx, client }: Work, input: ProjectInput) {
  const validation_option = String(input.validation_option ?? BY_HAND)
  const delivery_paper_conf = input.delivery_paper_conf ?? NO_PAPER
  const group_code = input.group ?? null
  const [option, paper, group] = await Promise.all([
    validation_option === String(BY_HAND) ? BY_HAND_OPTION : findValidationOption(tx, client, validation_option),
    delivery_paper_conf === NO_PAPER ? null : findPaper(tx, client, delivery_paper_conf),
    group_code === null ? null : findGroup(tx, client, group_code),
  ])
  const unknown: FieldError[] = []
  if (option === undefined) unknown.push(unknownChoice('validation_option', validation_option))
  if (paper === undefined) unknown.push(unknownChoice('delivery_paper_conf', delivery_paper_conf))
  if (group === undefined) unknown.push(unknownChoice('group', String(group_code)))
  if (option === undefined || paper === undefined || group === undefined) throw invalidFields(unknown)
  return { option, paper, group }
}

const BY_HAND_OPTION = { id: BY_HAND, validators: 1, group: null, acknowledge_warnings: false }

function unknownChoice(field: string, value: string): FieldError {
  return { field, code: 'unknown_choice', message: `${value} is not one of the options of the set-up file.` }
}

function addressIn(input: ProjectInput): PackageAddress {
  return Object.fromEntries(
    ADDRESS_FIELDS.flatMap((one) => {
      const line = input[`package_${one}`]?.trim()
      return line ? [[one, line]] : []
    }),
  )
}
