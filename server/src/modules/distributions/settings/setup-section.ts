import { isDeepStrictEqual } from 'node:util'
import {
  type Applied,
  type Outcome,
  refuseRepeats,
  type SetupChange,
  type SetupSection,
} from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { findOrganizations, listKnownManagers } from '#modules/directory/index.ts'
import { putCarrier } from '#modules/distributions/carriers/put-carrier.ts'
import { mistakeInPattern } from '#modules/distributions/reading/pattern.ts'
import { findFilingTypes } from '#modules/documents/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { invalid, invalidFields, type Problem, prefixFields } from '#platform/problem.ts'
import {
  BY_HAND,
  findGroup,
  findOptionOfCode,
  findPaper,
  findType,
  findValidationOptionById,
  NO_PAPER,
  upsertGroup,
  upsertPaper,
  upsertType,
  upsertValidationOption,
} from './queries.ts'
import {
  type DistributionGroup,
  DistributionSettings,
  type DistributionType,
  type PaperConfiguration,
  type ValidationOption,
} from './schemas.ts'

export const distributionSection: SetupSection = {
  key: 'distribution',
  schema: DistributionSettings,
  async apply(work, value, keyring) {
    const {
      validation_options = [],
      paper_configurations = [],
      groups = [],
      types = [],
    } = value as DistributionSettings
    return [
      ...(await applyEach(work, { key: 'groups', name: 'distribution group', unique: ['code'] }, groups, putGroup)),
      ...(await applyEach(
        work,
        { key: 'validation_options', name: 'validation option', unique: ['id', 'code'] },
        validation_options,
        putOption,
      )),
      ...(await applyEach(
        work,
        { key: 'paper_configurations', name: 'paper configuration', unique: ['code'] },
        paper_configurations,
        (one, paper) => putPaper(one, paper, keyring),
      )),
      ...(await applyEach(work, { key: 'types', name: 'distribution type', unique: ['id', 'code'] }, types, putType)),
    ]
  },
}

type ListedKind = { key: string; name: string; unique: string[] }

async function applyEach<One extends { code: string }>(
  work: Work,
  { key, name, unique }: ListedKind,
  listed: One[],
  put: (work: Work, one: One) => Promise<Outcome | Applied>,
): Promise<SetupChange[]> {
  return prefixFields(key, async () => {
    for (const one of unique) refuseRepeats(listed, one)
    const changes: SetupChange[] = []
    for (const [index, one] of listed.entries()) {
      const applied = await prefixFields(`${index}`, () => put(work, one))
      changes.push({ what: `${name} ${one.code}`, ...(typeof applied === 'string' ? { outcome: applied } : applied) })
    }
    return changes
  })
}

async function putOption(work: Work, option: ValidationOption): Promise<Outcome> {
  const { tx, client } = work
  const { id, code, name = code, validators = 1, group = null, acknowledge_warnings = false } = option
  if (code === String(BY_HAND)) throw invalid('code', 'reserved', '0 is reserved for manual validation.')
  await checkValidators(work, group, validators)
  const row = { id, code, name, validators, group, acknowledge_warnings }
  const sameCode = await findOptionOfCode(tx, client, code)
  if (sameCode !== undefined && sameCode !== id) throw taken(code, sameCode)
  return put(await findValidationOptionById(tx, client, id), row, () => upsertValidationOption(tx, client, row))
}

/** A project could never be validated by more people than its group has. */
async function checkValidators({ tx, client }: Work, code: string | null, validators: number): Promise<void> {
  if (code === null) return
  const group = await findGroup(tx, client, code)
  if (!group) throw invalid('group', 'unknown_choice', `Distribution group ${code} not found.`)
  const members = new Set(group.managers).size
  if (members < validators) {
    const message = `Distribution group ${code} has ${members} managers, fewer than the ${validators} who must validate.`
    throw invalid('validators', 'too_few_managers', message)
  }
}

async function putPaper(work: Work, paper: PaperConfiguration, keyring: Keyring): Promise<Applied> {
  const { tx, client } = work
  const { code, name = code, address_window = 'right', duplex = false, carrier = { kind: 'manual' } } = paper
  if (code === NO_PAPER) throw invalid('code', 'reserved', `${NO_PAPER} is reserved and means no paper.`)
  const row = { code, name, address_window, duplex }
  const outcome = await put(await findPaper(tx, client, code), row, () => upsertPaper(tx, client, row))
  const applied = await prefixFields('carrier', () => putCarrier(work, keyring, code, carrier))
  return { ...applied, outcome: outcome === 'unchanged' ? applied.outcome : outcome }
}

async function putGroup({ tx, client }: Work, group: DistributionGroup): Promise<Outcome> {
  const { code, name = code, managers = [] } = group
  const known = await listKnownManagers(tx, client, managers)
  const before = await findGroup(tx, client, code)
  const unknown = managers.flatMap((one, index) =>
    // A manager of the group may have been deleted since; the file does not restore the manager, and still applies.
    known.has(one) || before?.managers.includes(one)
      ? []
      : [{ field: `managers.${index}`, code: 'unknown_manager', message: `Manager ${one} not found.` }],
  )
  if (unknown.length > 0) throw invalidFields(unknown)
  const row = { code, name, managers }
  return put(before, row, () => upsertGroup(tx, client, row))
}

async function putType(work: Work, type: DistributionType): Promise<Outcome> {
  const { tx, client } = work
  await checkType(work, type)
  const sameCode = await findType(tx, client, 'code', type.code)
  if (sameCode && sameCode.id !== type.id) throw taken(type.code, sameCode.id)
  const before = await findType(tx, client, 'id', String(type.id))
  return put(before, type, () => upsertType(tx, client, type))
}

async function checkType({ tx, client }: Work, type: DistributionType): Promise<void> {
  const mistake = mistakeInPattern(type)
  if (mistake) throw invalidFields([{ field: 'pattern', ...mistake }])
  const known = (await findFilingTypes(tx, client)).get(type.document_type)
  if (known?.kind !== 'employee') {
    const message = `Employee document type ${type.document_type} not found.`
    throw invalid('document_type', 'unknown_document_type', message)
  }
  const { organization } = type
  if (organization !== undefined && (await findOrganizations(tx, client, [organization])).size === 0) {
    throw invalid('organization', 'unknown_organization', `Organization ${organization} not found.`)
  }
}

function taken(code: string, id: number): Problem {
  return invalid('code', 'taken', `The code ${code} belongs to number ${id}.`)
}

async function put<Row extends object>(
  before: Row | undefined,
  row: Row,
  store: () => Promise<void>,
): Promise<Outcome> {
  if (before && isDeepStrictEqual({ ...before }, row)) return 'unchanged'
  await store()
  return before ? 'updated' : 'created'
}
