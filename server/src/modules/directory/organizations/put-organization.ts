import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import { changeTranslations } from '#kernel/languages/localized-names.ts'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { lockDirectory } from '#modules/directory/directory-lock.ts'
import { organizationCreated, organizationUpdated } from '#modules/directory/events.ts'
import {
  refuseOrganizationMove,
  refuseOtherTop,
  rememberTree,
} from '#modules/directory/grants/refuse-organization-move.ts'
import { ADDRESS_FIELDS, addressIn, type PostalAddress } from '#modules/directory/postal-address.ts'
import { type NamedOrganization, presentOrganization } from '#modules/directory/present.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { searchText, sortText } from '#platform/text/search-text.ts'
import { ancestorKeys, depthOf } from './ancestors.ts'
import {
  deepestBelow,
  findOrganization,
  insertOrganization,
  moveOrganization,
  type OrganizationRow,
  updateOrganization,
} from './queries.ts'
import type { TranslatedOrganizationInput } from './schemas.ts'

export const MAX_LEVELS = 50

type Put = { row: NamedOrganization; outcome: Outcome }

/** Creates an organization, or changes its name, its address and where it lies. */
export async function putOrganization(work: Work, code: string, input: TranslatedOrganizationInput): Promise<Put> {
  const { name, parent } = input
  const address = addressIn(input)
  await lockDirectory(work)
  const before = await findOrganization(work.tx, work.client, code)
  const above = parent ? await findOrganization(work.tx, work.client, parent) : undefined
  if (parent && !above) throw invalid('parent', 'unknown_organization', `Organization ${parent} not found.`)
  const translations = changeTranslations(input.localized_names, before?.localized_names ?? {}, work.client.languages)
  if (before && isSame(before, { name, translations, parentKey: above?.key ?? null, address })) {
    return { row: before, outcome: 'unchanged' }
  }
  await refuseParent(work, before, above)
  const tree = before?.parent_key === (above?.key ?? null) ? undefined : await rememberTree(work)
  if (tree && before) await refuseOrganizationMove(work, tree, before, ancestorKeys(above?.ancestors))
  await write(work, code, { name, translations, address, before, above })
  if (tree) await refuseOtherTop(work, tree)
  const row = { code, name, localized_names: translations, parent: above?.code ?? null, ...address }
  return announce(work, row, before)
}

function announce(
  work: Work,
  organization: Omit<NamedOrganization, 'created_at' | 'updated_at'>,
  before: OrganizationRow | undefined,
): Put {
  const row = { ...organization, created_at: before?.created_at ?? work.now, updated_at: work.now }
  emit(work, before ? organizationUpdated : organizationCreated, presentOrganization(row))
  return { row, outcome: before ? 'updated' : 'created' }
}

type Compared = { name: string; translations: Translations; parentKey: number | null; address: PostalAddress }

function isSame(before: OrganizationRow, { name, translations, parentKey, address }: Compared): boolean {
  const hasSameAddress = ADDRESS_FIELDS.every((one) => before[one] === address[one])
  const hasSameNames = before.name === name && isDeepStrictEqual(before.localized_names, translations)
  return hasSameNames && before.parent_key === parentKey && hasSameAddress
}

export async function patchOrganization(
  work: Work,
  code: string,
  input: Partial<TranslatedOrganizationInput>,
): Promise<NamedOrganization> {
  await lockDirectory(work)
  const before = await findOrganization(work.tx, work.client, code)
  if (!before) throw notFound('organization', code)
  return (await putOrganization(work, code, { ...presentOrganization(before), ...input })).row
}

/** An organization cannot lie below itself, nor the tree become bottomless. */
async function refuseParent({ tx, client }: Work, before?: OrganizationRow, above?: OrganizationRow): Promise<void> {
  if (before && above?.ancestors.includes(before.key)) {
    const isItself = above.key === before.key
    const reason = isItself
      ? 'An organization cannot be below itself.'
      : `${above.code} is already below ${before.code}.`
    throw invalid('parent', 'cycle', reason)
  }
  const levels = before ? (await deepestBelow(tx, client, before.key)) - depthOf(before.ancestors) + 1 : 1
  if (depthOf(above?.ancestors ?? []) + levels > MAX_LEVELS) {
    throw invalid('parent', 'too_deep', `Organizations can have at most ${MAX_LEVELS} levels.`)
  }
}

type OrganizationChange = Pick<Compared, 'name' | 'translations' | 'address'> & {
  before: OrganizationRow | undefined
  above: OrganizationRow | undefined
}

async function write(
  { tx, client, now }: Work,
  code: string,
  { name, translations, address, before, above }: OrganizationChange,
): Promise<void> {
  const written = {
    name,
    translations,
    parentKey: above?.key ?? null,
    address,
    sortName: sortText(name),
    searchText: searchText([code, name, ...Object.values(translations)]),
  }
  if (!before)
    return insertOrganization(tx, client, { ...written, code, newAbove: ancestorKeys(above?.ancestors), now })
  await updateOrganization(tx, client, before.key, { ...written, now })
  if (before.parent_key === written.parentKey) return
  const aboveBefore = ancestorKeys(before.ancestors).filter((key) => key !== before.key)
  await moveOrganization(tx, client, before.key, { above: aboveBefore, newAbove: ancestorKeys(above?.ancestors) })
}
