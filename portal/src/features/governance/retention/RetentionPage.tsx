import { Button, Switch, Text } from '@mantine/core'
import { IconHourglass, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNamedTypes } from '#features/governance/holds/use-named-types.ts'
import { retentionWords } from '#features/governance/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { Section } from '#ui/page/Section.tsx'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { foldText } from '#ui/text/fold-text.ts'
import { Calendar } from './Calendar.tsx'
import { RESOURCE_TYPES, typesWithoutPolicy } from './policy-form.ts'
import {
  documentTypesQuery,
  NEW,
  POLICIES,
  type Policy,
  policiesQuery,
  policyKeys,
  policyPath,
  switchPolicy,
} from './retention.api.ts'
import classes from './retention.module.css'
import { usePolicyWords } from './use-policy-words.ts'

/** How long things are kept: the policies, what has none, and what falls due in the next year. */
export function RetentionPage() {
  const t = useWords(retentionWords)
  const isCalendar = useUrlFilters(['tab']).values.tab === 'calendar'
  const { data, error, refetch } = useQuery(policiesQuery)
  const add = mayAdmin(useSession(), 'retention_policies:write') && (
    <Button component={AppLink} href={policyPath(NEW)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('list.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={add} />
      <ParamTabs
        label={t('title')}
        name="tab"
        tabs={[
          { value: 'policies', label: t('tabs.policies') },
          { value: 'calendar', label: t('tabs.calendar') },
        ]}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState lines={8} />}
      {data && isCalendar && <Calendar policies={data} />}
      {data && !isCalendar && (
        <>
          <PolicyList policies={data} add={add} />
          <WithoutPolicy policies={data} />
        </>
      )}
    </>
  )
}

function PolicyList({ policies, add }: { policies: Policy[]; add: React.ReactNode }) {
  const t = useWords(retentionWords)
  const filters = useUrlFilters(['q', 'kind', 'enabled'])
  const { q = '', kind, enabled } = filters.values
  const wanted = foldText(q)
  const shown = policies
    .filter(({ id, name }) => foldText(`${name} ${id}`).includes(wanted))
    .filter(({ resource_type }) => kind === undefined || resource_type === kind)
    .filter((policy) => enabled === undefined || policy.enabled === (enabled === 'on'))
  return (
    <>
      <Filters
        filters={filters}
        search="q"
        searchLabel={t('list.search')}
        choices={[
          {
            name: 'kind',
            label: t('list.kind'),
            options: RESOURCE_TYPES.map((value) => ({ value, label: t(`kinds.${value}`) })),
          },
          {
            name: 'enabled',
            label: t('list.state'),
            options: (['on', 'off'] as const).map((value) => ({ value, label: t(`list.${value}`) })),
          },
        ]}
      />
      <DataTable
        label={t('tabs.policies')}
        columns={useColumns()}
        list={fixedRows(shown)}
        rowId={({ id }) => id}
        rowHref={({ id }) => policyPath(id)}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconHourglass} title={t('list.notFound')} text={t('list.notFoundText')} />
          ) : (
            <EmptyState icon={IconHourglass} title={t('list.none')} text={t('list.noneText')} action={add} />
          )
        }
      />
    </>
  )
}

function useColumns(): Column<Policy>[] {
  const t = useWords(retentionWords)
  const { appliesTo, rule } = usePolicyWords()
  return [
    {
      id: 'name',
      header: t('list.name'),
      render: (policy) => (
        <span>
          {policy.name}
          <Text component="span" size="xs" c="dimmed" display="block">
            {appliesTo(policy)}
          </Text>
        </span>
      ),
    },
    { id: 'rule', header: t('list.keeps'), render: rule },
    {
      id: 'action',
      header: t('list.afterwards'),
      width: '11rem',
      hideBelow: 'lg',
      render: ({ action, protects }) => (
        <span>
          {t(`actions.${action}`)}
          {protects && (
            <>
              {' '}
              <StatusBadge tone="info">{t('list.protects')}</StatusBadge>
            </>
          )}
        </span>
      ),
    },
    { id: 'enabled', header: t('list.state'), width: '8rem', render: (policy) => <Enabled policy={policy} /> },
  ]
}

/** Switches a policy on and off where it stands; that of a type is changed at the type. */
function Enabled({ policy: { id, name, enabled, origin } }: { policy: Policy }) {
  const t = useWords(retentionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (!mayAdmin(useSession(), 'retention_policies:write') || origin === 'document_type') {
    return <StatusBadge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'list.on' : 'list.off')}</StatusBadge>
  }
  const change = async (isOn: boolean) => {
    setBusy(true)
    try {
      await switchPolicy(id, isOn)
      await queryClient.invalidateQueries({ queryKey: policyKeys.all })
    } catch (error) {
      notify.failure(error)
    }
    setBusy(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a press of the switch from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above; the switch itself has its keys
    <div onClick={(event) => event.stopPropagation()}>
      <Switch
        aria-label={t('list.switch', { name })}
        checked={enabled}
        disabled={isBusy}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </div>
  )
}

/** Documents of these types are kept for ever. */
function WithoutPolicy({ policies }: { policies: Policy[] }) {
  const t = useWords(retentionWords)
  const enabled = mayAdmin(useSession(), 'document_types:read')
  const { data = [] } = useQuery({ ...documentTypesQuery, enabled })
  const names = new Map(useNamedTypes().map(({ code, label }) => [code, label]))
  const types = typesWithoutPolicy(data, policies)
  if (types.length === 0) return null
  const href = ({ code, kind }: (typeof types)[number]) =>
    `${POLICIES}/${NEW}?type=${encodeURIComponent(code)}&kind=${kind}`
  return (
    <div className={classes.below}>
      <Section title={t('without.title')} description={t('without.text')}>
        <ul className={classes.pills}>
          {types.map((type) => (
            <li key={type.code}>
              <AppLink href={href(type)} className={classes.type}>
                {names.get(type.code) ?? type.name}
              </AppLink>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
