import { Switch } from '@mantine/core'
import { IconDatabase, IconHierarchy2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type Dataset, lacksName, type Value, valueQuery } from '#features/datasets/datasets.api.ts'
import classes from '#features/datasets/datasets.module.css'
import { datasetWords } from '#features/datasets/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { SearchField } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { ListDetail } from '#ui/lists/ListDetail.tsx'
import { Section } from '#ui/page/Section.tsx'
import { AddValue } from './AddValue.tsx'
import { FoundValues } from './FoundValues.tsx'
import { ValueDetail } from './ValueDetail.tsx'
import { ValueTree } from './ValueTree.tsx'
import { useValueTree } from './value-tree.ts'

/** The values of a data set: their tree or what was found, and the one that was chosen. */
export function ValuesTab({ dataset }: { dataset: Dataset }) {
  const t = useWords(datasetWords)
  const session = useSession()
  const mayWrite = mayAdmin(session, 'datasets:write')
  const { languages } = session.client
  const filters = useUrlFilters(['q', 'value', 'missing'])
  const { q, value: chosen, missing } = filters.values
  const isShown = useCallback(
    (value: Value) => missing === undefined || lacksName(value, languages),
    [missing, languages],
  )
  const tree = useValueTree(dataset, isShown)
  const { load } = tree
  useEffect(() => void load(''), [load])
  useOpenAbove(chosen, tree.open)
  const select = (value: Value) => filters.set({ value: value.path })

  if (dataset.dimensions.length === 0) {
    return <EmptyState icon={IconHierarchy2} title={t('values.noLevels')} text={t('values.noLevelsText')} />
  }
  return (
    <ListDetail
      chosen={chosen}
      list={
        <div className={classes.pane}>
          <ValuesBar q={q} missing={missing} onChange={filters.set} />
          {q === undefined ? (
            <AllValues dataset={dataset} tree={tree} selected={chosen} onSelect={select} languages={languages} />
          ) : (
            <FoundValues dataset={dataset} q={q} selected={chosen} onSelect={select} languages={languages} />
          )}
        </div>
      }
      detail={
        chosen === undefined ? (
          <Section>
            <EmptyState icon={IconHierarchy2} title={t('values.choose')} text={t('values.chooseText')} />
          </Section>
        ) : (
          <Chosen
            dataset={dataset}
            path={chosen}
            mayWrite={mayWrite}
            onShow={tree.show}
            onDeleted={() => {
              tree.hide(chosen)
              filters.set({ value: undefined })
            }}
            onAdded={(value) => {
              tree.show(value)
              tree.open(chosen)
            }}
          />
        )
      }
      after={mayWrite && <AddValue dataset={dataset} parent={undefined} onAdded={tree.show} />}
    />
  )
}

type Search = { q?: string | undefined; missing?: string | undefined }

/** Searches the values; their tree can be reduced to those without a translation. */
function ValuesBar({ q, missing, onChange }: Search & { onChange: (changes: Search) => void }) {
  const t = useWords(datasetWords)
  return (
    <div className={classes.bar}>
      <SearchField label={t('values.search')} value={q ?? ''} onChange={(text) => onChange({ q: text || undefined })} />
      {q === undefined && (
        <Switch
          label={t('values.missing')}
          checked={missing !== undefined}
          onChange={(event) => onChange({ missing: event.currentTarget.checked ? 'yes' : undefined })}
        />
      )}
    </div>
  )
}

type AllValuesProps = {
  dataset: Dataset
  tree: ReturnType<typeof useValueTree>
  selected: string | undefined
  onSelect: (value: Value) => void
  languages: string[]
}

function AllValues({ dataset, tree, selected, onSelect, languages }: AllValuesProps) {
  const t = useWords(datasetWords)
  if (!tree.root) return <LoadingState lines={8} />
  if (tree.root.state === 'loaded' && tree.root.values.length === 0) {
    return <EmptyState icon={IconDatabase} title={t('values.empty')} text={t('values.emptyText')} />
  }
  return (
    <ValueTree
      label={t('values.tree', { id: dataset.id })}
      lines={tree.lines}
      languages={languages}
      selected={selected}
      onSelect={onSelect}
      onOpen={tree.open}
      onClose={tree.close}
      onMore={tree.load}
    />
  )
}

/** What lies above the value that the address names is open from the beginning. */
function useOpenAbove(path: string | undefined, open: (path: string) => void): void {
  const [codes] = useState(() => path?.split('.') ?? [])
  useEffect(() => {
    for (const [index] of codes.slice(1).entries()) open(codes.slice(0, index + 1).join('.'))
  }, [codes, open])
}

type ChosenProps = {
  dataset: Dataset
  path: string
  mayWrite: boolean
  onShow: (value: Value) => void
  onDeleted: () => void
  onAdded: (value: Value) => void
}

function Chosen({ dataset, path, mayWrite, onShow, onDeleted, onAdded }: ChosenProps) {
  const { data, error, refetch } = useQuery(valueQuery(dataset.id, path))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={6} />
  return (
    <>
      <ValueDetail
        key={data.path}
        dataset={dataset}
        value={data}
        mayWrite={mayWrite}
        onShow={onShow}
        onDeleted={onDeleted}
      />
      {mayWrite && path.split('.').length < dataset.dimensions.length && (
        <AddValue key={`add ${data.path}`} dataset={dataset} parent={data} onAdded={onAdded} />
      )}
    </>
  )
}
