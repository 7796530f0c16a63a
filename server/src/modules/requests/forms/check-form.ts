import { checkTranslations, parseLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Work } from '#kernel/work.ts'
import { findDataset } from '#modules/datasets/index.ts'
import { listKnownManagers, listKnownRoles } from '#modules/directory/index.ts'
import { PARAMETERS } from '#modules/requests/submission/parse-parameters.ts'
import type { FieldError } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import { DEFAULT_FORM, type FieldType, type FormField, type FormInput, type TranslatedFormInput } from './schemas.ts'

const WITH_CHOICES: readonly FieldType[] = ['select', 'multiselect']
const WITH_LENGTH: readonly FieldType[] = ['text', 'textarea']

/** What is wrong with a form in itself. */
export function checkForm(code: string, input: TranslatedFormInput, languages: readonly string[]): FieldError[] {
  const repeats = repeatsIn(input.fields.map((field) => field.code))
  const errors = input.fields.flatMap((field, index) =>
    [
      ...(repeats.has(index) ? [mistake('code', 'repeated', 'This code is given twice.')] : []),
      ...checkField(field),
    ].map((one) => ({ ...one, field: `fields.${index}.${one.field}` })),
  )
  if (code === DEFAULT_FORM && input.fields.length > 0) {
    errors.push(mistake('fields', 'too_long', 'The default form has no fields of its own.'))
  }
  return [
    ...parseLocalizedNames(input.localized_titles ?? [], 'localized_titles').errors,
    ...checkTranslations(input.category?.localized_names ?? [], languages, 'category.localized_names'),
    ...checkTranslations(input.category?.localized_descriptions ?? [], languages, 'category.localized_descriptions'),
    ...errors,
  ]
}

/** Whether everything that a form names is there. Whom it named before may be gone: that keeps nobody from changing it. */
export async function checkNamed(work: Work, input: FormInput, namedBefore: string[] = []): Promise<FieldError[]> {
  const errors = await checkAssignment(work, input.assign_to ?? [], new Set(namedBefore))
  return [...(await checkDatasets(work, input.fields)), ...errors]
}

function mistake(field: string, code: string, message: string): FieldError {
  return { field, code, message }
}

function checkField(field: FormField): FieldError[] {
  const { code, type, choices, dataset, dimension, max_length, localized_choices = [] } = field
  const hasChoices = WITH_CHOICES.includes(type)
  return [
    ...(PARAMETERS.has(code) ? [mistake('code', 'reserved', `${code} is a parameter of every request.`)] : []),
    // What objects have by themselves is refused where forms are read.
    ...(code in {} ? [mistake('code', 'reserved', `No part of a form can be called ${code}.`)] : []),
    ...parseLocalizedNames(field.localized_labels ?? [], 'localized_labels').errors,
    ...demand('choices', hasChoices, choices, `A field of the type ${type}`),
    ...(repeatsIn(choices ?? []).size > 0 ? [mistake('choices', 'repeated', 'A choice is given twice.')] : []),
    ...localized_choices.flatMap(({ choice, localized_names }, index) => [
      ...(choices?.includes(choice)
        ? []
        : [mistake(`localized_choices.${index}.choice`, 'unknown_choice', `There is no choice ${choice}.`)]),
      ...parseLocalizedNames(localized_names, `localized_choices.${index}.localized_names`).errors,
    ]),
    ...demand('dataset', type === 'dataset', dataset, `A field of the type ${type}`),
    ...(type !== 'dataset' && dimension !== undefined ? [unfit('dimension', type)] : []),
    ...(!WITH_LENGTH.includes(type) && max_length !== undefined ? [unfit('max_length', type)] : []),
  ]
}

/** What the type of a field needs, and no other type has. */
function demand(name: string, isNeeded: boolean, value: unknown, who: string): FieldError[] {
  if (isNeeded === (value !== undefined)) return []
  return [isNeeded ? mistake(name, 'required', `${who} needs this.`) : mistake(name, 'unfit', `${who} has none.`)]
}

function unfit(name: string, type: FieldType): FieldError {
  return mistake(name, 'unfit', `A field of the type ${type} has none.`)
}

async function checkDatasets({ tx, client }: Work, fields: FormField[]): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [index, { dataset: id, dimension }] of fields.entries()) {
    if (id === undefined) continue
    const dataset = await findDataset(tx, client, id)
    if (!dataset) {
      errors.push({ field: `fields.${index}.dataset`, code: 'unknown_dataset', message: `There is no data set ${id}.` })
    } else if (dimension !== undefined && !dataset.dimensions.some((one) => one.id === dimension)) {
      const message = `The data set ${id} has no dimension ${dimension}.`
      errors.push(mistake(`fields.${index}.dimension`, 'unknown_dimension', message))
    }
  }
  return errors
}

/** `role:hr` names the managers of a role. */
const ROLE = /^role:(.+)$/s

export function assignmentOf(assignTo: readonly string[]): { managers: string[]; roles: string[] } {
  const roles = assignTo.flatMap((one) => ROLE.exec(one)?.[1] ?? [])
  return { managers: assignTo.filter((one) => !ROLE.test(one)), roles }
}

async function checkAssignment(
  { tx, client }: Work,
  assignTo: string[],
  namedBefore: ReadonlySet<string>,
): Promise<FieldError[]> {
  const { managers, roles } = assignmentOf(assignTo)
  const [knownManagers, knownRoles] = await Promise.all([
    listKnownManagers(tx, client, managers),
    listKnownRoles(tx, client, roles),
  ])
  return assignTo.flatMap((one, index) => {
    if (namedBefore.has(one)) return []
    const role = ROLE.exec(one)?.[1]
    const field = `assign_to.${index}`
    if (role !== undefined) {
      return knownRoles.has(role) ? [] : [mistake(field, 'unknown_role', `There is no role ${role}.`)]
    }
    return knownManagers.has(one) ? [] : [mistake(field, 'unknown_manager', `There is no manager ${one}.`)]
  })
}
