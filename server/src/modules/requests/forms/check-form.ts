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
      ...(repeats.has(index) ? [mistake('code', 'repeated', 'This code appears more than once.')] : []),
      ...checkField(field),
    ].map((one) => ({ ...one, field: `fields.${index}.${one.field}` })),
  )
  if (code === DEFAULT_FORM && input.fields.length > 0) {
    errors.push(mistake('fields', 'too_long', 'The default form cannot have fields.'))
  }
  return [
    ...parseLocalizedNames(input.localized_titles ?? [], 'localized_titles').errors,
    ...checkTranslations(input.category?.localized_names ?? [], languages, 'category.localized_names'),
    ...checkTranslations(input.category?.localized_descriptions ?? [], languages, 'category.localized_descriptions'),
    ...errors,
  ]
}

/**
 * Refuses unknown data sets, managers and roles. Managers of the previous version may have been deleted since; that does
 * not block a change.
 */
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
    ...(PARAMETERS.has(code)
      ? [
          mistake(
            'code',
            'reserved',
            `${code} is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is reserved: it is a parameter of every request.`,
          ),
        ]
      : []),
    // What objects have by themselves is refused where forms are read.
    ...(code in {} ? [mistake('code', 'reserved', `${code} is reserved and cannot be the code of a field.`)] : []),
    ...parseLocalizedNames(field.localized_labels ?? [], 'localized_labels').errors,
    ...demand('choices', hasChoices, choices, `A field of the type ${type}`),
    ...(repeatsIn(choices ?? []).size > 0 ? [mistake('choices', 'repeated', 'A choice appears more than once.')] : []),
    ...localized_choices.flatMap(({ choice, localized_names }, index) => [
      ...(choices?.includes(choice)
        ? []
        : [mistake(`localized_choices.${index}.choice`, 'unknown_choice', `Choice ${choice} not found.`)]),
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
  return [
    isNeeded
      ? mistake(name, 'required', `${who} requires this.`)
      : mistake(name, 'unfit', `${who} does not allow this.`),
  ]
}

function unfit(name: string, type: FieldType): FieldError {
  return mistake(name, 'unfit', `A field of the type ${type} does not allow this.`)
}

async function checkDatasets({ tx, client }: Work, fields: FormField[]): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [index, { dataset: id, dimension }] of fields.entries()) {
    if (id === undefined) continue
    const dataset = await findDataset(tx, client, id)
    if (!dataset) {
      errors.push({ field: `fields.${index}.dataset`, code: 'unknown_dataset', message: `Data set ${id} not found.` })
    } else if (dimension !== undefined && !dataset.dimensions.some((one) => one.id === dimension)) {
      const message = `Dimension ${dimension} not found in data set ${id}.`
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
      return knownRoles.has(role) ? [] : [mistake(field, 'unknown_role', `Role ${role} not found.`)]
    }
    return knownManagers.has(one) ? [] : [mistake(field, 'unknown_manager', `Manager ${one} not found.`)]
  })
}
