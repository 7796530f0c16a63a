import { Button, Group, Text } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import classes from '#features/directory/directory.module.css'
import { directoryWords } from '#features/directory/words.ts'
import { findOrganizations, type Tree, treeOf } from '#shared/organizations/organization-tree.ts'
import { treeQuery } from '#shared/organizations/organizations.api.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { SearchField } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { ListDetail } from '#ui/lists/ListDetail.tsx'
import rows from '#ui/lists/TreeRow.module.css'
import { OrganizationDetail } from './OrganizationDetail.tsx'
import { OrganizationTree } from './OrganizationTree.tsx'

const MAX_SHOWN = 100
/** So many organizations are all open at first. */
const FEW = 40

/** The tree with its search, and what is known of the organization that was chosen. */
export function TreeTab() {
  const t = useWords(directoryWords)
  const { data, error, refetch } = useQuery(treeQuery)
  const filters = useUrlFilters(['q', 'code'])
  const tree = useMemo(() => treeOf(data ?? []), [data])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={8} height={28} />
  if (data.length === 0) {
    return (
      <EmptyState icon={IconBuildingCommunity} title={t('organization.empty')} text={t('organization.emptyText')} />
    )
  }
  const { q, code } = filters.values
  const select = (chosen: string | undefined) => filters.set({ code: chosen })
  return (
    <ListDetail
      chosen={code}
      list={
        <>
          <Group mb="md">
            <SearchField
              label={t('organization.search')}
              value={q ?? ''}
              onChange={(value) => filters.set({ q: value || undefined })}
            />
          </Group>
          {q === undefined ? (
            <WholeTree tree={tree} selected={code} onSelect={select} />
          ) : (
            <Hits tree={tree} search={q} selected={code} onSelect={select} />
          )}
        </>
      }
      detail={<OrganizationDetail tree={tree} code={code} onGone={() => select(undefined)} />}
    />
  )
}

type TreeProps = { tree: Tree; selected: string | undefined; onSelect: (code: string) => void }

function WholeTree({ tree, selected, onSelect }: TreeProps) {
  const t = useWords(directoryWords)
  const [opened, setOpened] = useState<Set<string>>(() => {
    const codes = tree.byCode.size <= FEW ? [...tree.byCode.keys()] : tree.roots.map(({ code }) => code)
    return new Set(codes)
  })
  // What is chosen can be seen, wherever it lies.
  useEffect(() => {
    const above = selected === undefined ? [] : tree.pathOf(selected).slice(0, -1)
    setOpened((old) =>
      above.every(({ code }) => old.has(code)) ? old : new Set([...old, ...above.map(({ code }) => code)]),
    )
  }, [selected, tree])
  return (
    <>
      <Group gap="xs" mb="xs">
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(new Set(tree.byCode.keys()))}>
          {t('organization.expandAll')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(new Set())}>
          {t('organization.collapseAll')}
        </Button>
      </Group>
      <OrganizationTree
        tree={tree}
        opened={opened}
        onOpenedChange={setOpened}
        selected={selected}
        onSelect={onSelect}
      />
    </>
  )
}

function Hits({ tree, search, selected, onSelect }: TreeProps & { search: string }) {
  const t = useWords(directoryWords)
  const found = useMemo(() => findOrganizations(tree, search), [tree, search])
  if (found.length === 0) return <EmptyState title={t('organization.nothingFound')} />
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {t('organization.found', { count: found.length })}
      </Text>
      <div className={classes.card} role="listbox" aria-label={t('organization.found', { count: found.length })}>
        {found.slice(0, MAX_SHOWN).map(({ code, name, employees_below }) => (
          <div
            key={code}
            role="option"
            aria-selected={code === selected}
            tabIndex={0}
            className={rows.row}
            data-roomy
            style={{ paddingInlineStart: '0.75rem' }}
            onClick={() => onSelect(code)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') onSelect(code)
            }}
          >
            <span className={rows.label}>
              {name} <span className={classes.code}>{code}</span>
              <span className={classes.path}>{pathText(tree, code)}</span>
            </span>
            <span className={classes.count}>{t('organization.count', { count: employees_below })}</span>
          </div>
        ))}
      </div>
      {found.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('organization.more', { count: found.length - MAX_SHOWN })}
        </Text>
      )}
    </>
  )
}

function pathText(tree: Tree, code: string): string {
  return tree
    .pathOf(code)
    .slice(0, -1)
    .map(({ name }) => name)
    .join(' › ')
}
