import { useQueries, useQuery } from '@tanstack/react-query'
import { HOLDS, holdQuery } from '#features/governance/holds/holds.api.ts'
import { pageOf } from '#features/governance/holds/scope-form.ts'
import { useHoldName } from '#features/governance/holds/use-hold-name.ts'
import { policiesQuery } from '#features/governance/retention/retention.api.ts'
import { erasureWords } from '#features/governance/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import type { Kept } from './erasure.api.ts'
import classes from './erasure.module.css'
import { groupsOf, type KeptGroup } from './state.ts'
import { useCounted } from './use-counted.ts'

/** So many items of a group are named; more say how many they are. */
const MAX_NAMED = 50

/** What is kept, by the reason for it. */
export function KeptGroups({ kept, areItemsShown }: { kept: readonly Kept[]; areItemsShown: boolean }) {
  return (
    <ul className={classes.kept}>
      {groupsOf(kept).map((group) => (
        <li key={group.key}>
          <Reason group={group} />
          {areItemsShown && <Items items={group.items} />}
        </li>
      ))}
    </ul>
  )
}

function Reason({ group }: { group: KeptGroup }) {
  const t = useWords(erasureWords)
  const counted = useCounted()
  return (
    <>
      <strong>{group.counts.map(counted).join(', ')}</strong>
      {': '}
      {t(`reasons.${group.reason}`)}
      <Until group={group} />
      <Policy id={group.retention_policy_id} />
      <Holds ids={group.legal_hold_ids} />
    </>
  )
}

function Until({ group: { reason, until } }: { group: KeptGroup }) {
  const t = useWords(erasureWords)
  const format = useFormat()
  if (until !== null) return <> {t('until', { date: format.date(until) })}</>
  return reason === 'retention' ? <> {t('noEnd')}</> : null
}

function Policy({ id }: { id: string | null }) {
  const mayRead = mayAdmin(useSession(), 'retention_policies:read')
  const { data = [] } = useQuery({ ...policiesQuery, enabled: mayRead && id !== null })
  if (id === null) return null
  const found = data.find((one) => one.id === id)
  if (!found) return <> · {id}</>
  return (
    <>
      {' · '}
      <AppLink href={`/portal/admin/retention/${encodeURIComponent(id)}`} className={classes.link}>
        {found.name}
      </AppLink>
      {found.legal_basis && ` (${found.legal_basis})`}
    </>
  )
}

/** The matters, for those who may read them. */
function Holds({ ids }: { ids: readonly string[] }) {
  const enabled = mayAdmin(useSession(), 'legal_holds:read')
  const nameOf = useHoldName()
  const holds = useQueries({ queries: enabled ? ids.map((id) => holdQuery(id)) : [] })
  return holds.map(
    ({ data }) =>
      data && (
        <span key={data.id}>
          {' · '}
          <AppLink href={`${HOLDS}/${data.id}`} className={classes.link}>
            {nameOf(data)}
          </AppLink>
        </span>
      ),
  )
}

function Items({ items }: { items: readonly Kept[] }) {
  const format = useFormat()
  return (
    <ul className={classes.items}>
      {items.slice(0, MAX_NAMED).map(({ resource_type, resource_id }) => (
        <li key={`${resource_type} ${resource_id}`}>
          <Item type={resource_type} id={resource_id} />
        </li>
      ))}
      {items.length > MAX_NAMED && <li>+{format.number(items.length - MAX_NAMED)}</li>}
    </ul>
  )
}

const PAGED = ['employee_document', 'company_document', 'request', 'signature_process'] as const

function Item({ type, id }: { type: string; id: string }) {
  const resource_type = PAGED.find((one) => one === type)
  const page = resource_type && pageOf({ resource_type, resource_id: id, title: id, employee: null, document_id: null })
  if (!page) return id
  return (
    <AppLink href={page} className={classes.link}>
      {id}
    </AppLink>
  )
}
