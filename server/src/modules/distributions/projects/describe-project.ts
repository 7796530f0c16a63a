import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client } from '#kernel/work.ts'
import { findUser } from '#modules/directory/index.ts'
import { allowedDocuments } from '#modules/distributions/documents/allowed-documents.ts'
import { describePaper } from '#modules/distributions/packages/present.ts'
import { countPackageProblems } from '#modules/distributions/packages/queries.ts'
import {
  findGroup,
  listGroups,
  listPaper,
  listTypes,
  listValidationOptions,
} from '#modules/distributions/settings/queries.ts'
import { listProjectDistributions } from '#modules/distributions/spools/queries.ts'
import { checkProject } from '#modules/distributions/validation/check-queries.ts'
import { listWarnings } from '#modules/distributions/validation/warnings.ts'
import type { Db } from '#platform/db/db.ts'
import { findManagerGroups, managerAccess, mayAccess } from './manager-access.ts'
import type { DistributionOptions, ManagerProject, ManagerProjectDetail } from './manager-schemas.ts'
import { presentDistribution } from './present.ts'
import { presentManagerProject } from './present-manager-project.ts'
import type { ProjectRow } from './queries.ts'

const CHECKED: readonly ProjectRow['status'][] = ['waiting_for_validation', 'error']

/** How a manager sees projects. */
export async function presenterFor(
  db: Db,
  client: Client,
  person: SessionPerson,
): Promise<(row: ProjectRow) => ManagerProject> {
  const writing = managerAccess(person, 'write')
  const isWriter = covers(person.permissions, 'distributions:write')
  const groups = new Map((await listGroups(db, client)).map((one) => [one.code, one]))
  const own = { has: (code: string) => groups.get(code)?.managers.includes(person.technical_id) === true }
  const mayWrite = (row: ProjectRow) => isWriter && mayAccess(row, writing, own)
  return (row) => presentManagerProject(row, { groups, mayWrite })
}

/** All that a manager sees of one project. */
export async function describeProject(
  db: Db,
  client: Client,
  person: SessionPerson,
  row: ProjectRow,
): Promise<ManagerProjectDetail> {
  const isWaiting = row.status === 'waiting_for_validation'
  const [present, spools, sender, paper, checks, package_problems, warnings, validationGroup] = await Promise.all([
    presenterFor(db, client, person),
    listProjectDistributions(db, client, row.id),
    row.sender_id === null ? undefined : findUser(db, client, row.sender_id),
    describePaper(db, client, row.id),
    CHECKED.includes(row.status) ? checkAllowed(db, client, person, row) : null,
    row.paper ? countPackageProblems(db, client, row.id) : 0,
    isWaiting ? listWarnings(db, client, row) : [],
    row.validation?.group ? findGroup(db, client, row.validation.group) : undefined,
  ])
  const shown = present(row)
  const { technical_id } = person
  const has_validated = row.validations.some((one) => one.type === 'user' && one.id === technical_id)
  const isValidator = !row.validation?.group || validationGroup?.managers.includes(technical_id) === true
  return {
    ...shown,
    validation_group_name: validationGroup?.name ?? row.validation?.group ?? null,
    may_validate: isWaiting && shown.may_write && isValidator && !has_validated,
    has_validated,
    warnings,
    sender_name: sender ? `${sender.first_name} ${sender.last_name}` : row.sender_id,
    validator_name: row.validator?.name ?? null,
    paper_name: row.paper?.name ?? null,
    package_problems,
    has_files: row.released_at === null,
    ...paper,
    distributions: spools.map(presentDistribution),
    checks,
  }
}

async function checkAllowed(db: Db, client: Client, person: SessionPerson, row: ProjectRow) {
  return checkProject(db, client, row, await allowedDocuments(db, client, managerAccess(person, 'read'), row))
}

/** What a manager may make projects and spools with; nothing for those who may make none. */
export async function describeOptions(db: Db, client: Client, person: SessionPerson): Promise<DistributionOptions> {
  const scope = managerAccess(person, 'write')
  const isWriter = covers(person.permissions, 'distributions:write')
  const groups = isWriter ? [...(await findManagerGroups(db, client, scope)).values()] : []
  const needs_group = !scope.isClientWide
  if (needs_group && groups.length === 0) {
    return { may_create: false, needs_group, groups: [], validation_options: [], paper_configurations: [], types: [] }
  }
  const [options, papers, types] = await Promise.all([
    listValidationOptions(db, client),
    listPaper(db, client),
    listTypes(db, client),
  ])
  return {
    may_create: true,
    needs_group,
    validation_options: options,
    groups: groups.map(({ code, name }) => ({ code, name })),
    paper_configurations: papers.map(({ code, name, duplex }) => ({ code, name, duplex })),
    types: types.map(({ code, name, format, document_type, index }) => ({
      code,
      name: name ?? code,
      format,
      document_type_code: document_type,
      index: format === 'zip_index' ? (index ?? 'index.csv') : null,
    })),
  }
}
