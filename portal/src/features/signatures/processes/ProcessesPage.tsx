import { Button, Switch } from '@mantine/core'
import { IconPlus, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { given } from '#kernel/api/api.ts'
import { may } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useProcessColumns } from './process-columns.tsx'
import { countsQuery, fetchProcesses, type Group, PAGES, pageOf, signatureKeys } from './processes.api.ts'
import classes from './processes.module.css'

const GROUPS: Group[] = ['signing', 'signed', 'draft', 'ended']

/** The signature processes that a manager has to do with. */
export function ProcessesPage() {
  const t = useWords(signatureProcessWords)
  const mayMake = may(useSession(), 'signatures:write')
  const filters = useUrlFilters(['q', 'mine'])
  const { state } = useUrlFilters(['state']).values
  const group = GROUPS.find((one) => one === state)
  const { q } = filters.values
  const mine = filters.values.mine === 'true' || undefined
  const asked = given({ q, mine, state: group })
  const list = useCursorList(signatureKeys.list(asked), ({ cursor, signal }) =>
    fetchProcesses({ ...asked, ...given({ cursor }) }, signal),
  )
  const make = mayMake && (
    <Button component={AppLink} href={`${PAGES}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('make')}
    </Button>
  )
  const isNarrowed = filters.isFiltered || group !== undefined
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')} actions={make} />
      <GroupTabs keep={filters.values} />
      <Filters filters={filters} search="q" searchLabel={t('search')}>
        <Switch
          label={t('mine')}
          checked={mine ?? false}
          onChange={(event) => filters.set({ mine: event.currentTarget.checked ? 'true' : undefined })}
        />
      </Filters>
      <DataTable
        label={t('list.label')}
        columns={useProcessColumns()}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => pageOf(row.id)}
        empty={
          isNarrowed ? (
            <EmptyState icon={IconSignature} title={t('list.none')} text={t('list.noneText')} />
          ) : (
            <EmptyState icon={IconSignature} title={t('list.empty')} text={t('list.emptyText')} action={make} />
          )
        }
      />
    </>
  )
}

function GroupTabs({ keep }: { keep: Record<string, string | undefined> }) {
  const t = useWords(signatureProcessWords)
  const counts = useQuery(countsQuery).data
  const badgeOf = (group: Group) => {
    const count = group === 'ended' ? 0 : (counts?.[group] ?? 0)
    return count > 0 && <span className={classes.count}>{count >= 1000 ? '999+' : count}</span>
  }
  return (
    <ParamTabs
      label={t('groups.label')}
      name="state"
      keep={keep}
      tabs={[
        { value: 'all', label: t('groups.all') },
        ...GROUPS.map((group) => ({ value: group, label: t(`groups.${group}`), badge: badgeOf(group) })),
      ]}
    />
  )
}
