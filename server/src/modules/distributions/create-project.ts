import { findUser } from '#modules/directory/index.ts'
import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { type FieldError, invalidFields, notFound } from '#platform/problem.ts'
import { projectCreated } from './events.ts'
import { presentProject } from './present.ts'
import { insertProject, type ProjectRow } from './project-queries.ts'
import { ADDRESS_FIELDS, type PackageAddress, type ProjectForm } from './project-schemas.ts'
import { BY_HAND, findGroup, findPaper, findValidationOption, NO_PAPER } from './setting-queries.ts'

/** Creates a project without spools. */
export async function createProject(work: Work, form: ProjectForm, publicUrl: string): Promise<ProjectRow> {
  const { tx, client } = work
  const settings = await findSettings(work, form)
  if (form.tech_id !== undefined && !(await findUser(tx, client, form.tech_id))) {
    throw notFound('manager', form.tech_id)
  }
  const row = await insertProject(
    tx,
    client,
    {
      ...settings,
      name: form.name,
      regroup_paper_mailing: isYes(form.regroup_paper_mailing) ?? false,
      package_sent_to_orgs: isYes(form.package_sent_to_orgs) ?? null,
      package_address: addressIn(form),
      package_contact: form.package_contact ?? null,
      sender_id: form.tech_id ?? null,
      auto_validate: isYes(form.auto_validate) ?? false,
    },
    work.now,
  )
  emit(work, projectCreated, presentProject(row, publicUrl))
  return row
}

async function findSettings({ tx, client }: Work, form: ProjectForm) {
  const { validation_option = String(BY_HAND), delivery_paper_conf = NO_PAPER, group } = form
  const [option, paper, foundGroup] = await Promise.all([
    validation_option === String(BY_HAND) ? { id: BY_HAND } : findValidationOption(tx, client, validation_option),
    delivery_paper_conf === NO_PAPER ? null : findPaper(tx, client, delivery_paper_conf),
    group === undefined ? null : findGroup(tx, client, group),
  ])
  const unknown: FieldError[] = []
  if (option === undefined) unknown.push(unknownChoice('validation_option', validation_option))
  if (paper === undefined) unknown.push(unknownChoice('delivery_paper_conf', delivery_paper_conf))
  if (foundGroup === undefined) unknown.push(unknownChoice('group', String(group)))
  if (!option || unknown.length > 0) throw invalidFields(unknown)
  return {
    validation_option: option.id,
    paper_code: delivery_paper_conf,
    paper: paper ?? null,
    group_code: foundGroup?.code ?? null,
  }
}

function unknownChoice(field: string, value: string): FieldError {
  return { field, code: 'unknown_choice', message: `${value} is none of the choices of the set-up.` }
}

function isYes(value: 'true' | 'false' | '1' | '0' | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true' || value === '1'
}

function addressIn(form: ProjectForm): PackageAddress {
  return Object.fromEntries(
    ADDRESS_FIELDS.flatMap((one) => {
      const line = form[`package_${one}`]?.trim()
      return line ? [[one, line]] : []
    }),
  )
}
