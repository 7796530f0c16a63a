import { Button, CloseButton, Popover, Text } from '@mantine/core'
import { IconBuildingCommunity, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { folderWords } from '#features/documents/words.ts'
import {
  fetchOrganizations,
  type PerimeterOrganization,
  type PerimeterPermission,
} from '#shared/organizations/organizations.api.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { SearchField } from '#ui/filters/Filters.tsx'
import { useWords } from '#ui/language/words.ts'
import { Tree, type TreeNode } from '#ui/lists/Tree.tsx'
import classes from './OrganizationPicker.module.css'

type PickerProps = {
  value: string | undefined
  onChange: (code: string | undefined) => void
  permission: PerimeterPermission
}

/** An organization of those that a manager looks after: found by its name, or in the tree. */
export function OrganizationPicker({ value, onChange, permission }: PickerProps) {
  const t = useWords(folderWords)
  const [isOpen, setOpen] = useState(false)
  const chosen = useQuery({
    queryKey: ['folders', 'organization', permission, value],
    queryFn: ({ signal }) => fetchOrganizations({ q: value ?? '', permission }, signal),
    enabled: value !== undefined,
    staleTime: 60_000,
  }).data?.find((one) => one.code === value)
  const choose = (code: string | undefined) => {
    onChange(code)
    setOpen(false)
  }
  return (
    <div className={classes.picker}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconBuildingCommunity size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onClick={() => setOpen((old) => !old)}
            data-chosen={value !== undefined || undefined}
            className={classes.button}
          >
            {value === undefined ? t('organizations.all') : t('organizations.chosen', { name: chosen?.name ?? value })}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('organizations.choose')}>
          <Choices permission={permission} value={value} onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
      {value !== undefined && <CloseButton aria-label={t('organizations.clear')} onClick={() => onChange(undefined)} />}
    </div>
  )
}

type Node = TreeNode & { organization: PerimeterOrganization }
const nodeOf = (organization: PerimeterOrganization): Node => ({
  id: organization.code,
  label: organization.name,
  hasChildren: organization.has_children,
  organization,
})

type ChoicesProps = { permission: PerimeterPermission; value: string | undefined; onChoose: (code: string) => void }

function Choices({ permission, value, onChoose }: ChoicesProps) {
  const t = useWords(folderWords)
  const [q, setQ] = useState('')
  const found = useQuery({
    queryKey: ['folders', 'organizations', permission, q],
    queryFn: ({ signal }) => fetchOrganizations(q === '' ? { top: true, permission } : { q, permission }, signal),
    staleTime: 30_000,
  })
  const roots = (found.data ?? []).map((one) => (q === '' ? nodeOf(one) : { ...nodeOf(one), hasChildren: false }))
  return (
    <>
      <SearchField label={t('organizations.search')} value={q} onChange={setQ} />
      <div className={classes.tree}>
        {found.isPending && <LoadingState lines={3} />}
        {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.data?.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {t('organizations.none')}
          </Text>
        )}
        {roots.length > 0 && (
          <Tree
            key={q}
            label={t('organizations.choose')}
            roots={roots}
            loadChildren={async ({ id }) => (await fetchOrganizations({ parent: id, permission })).map(nodeOf)}
            selectedId={value}
            onSelect={({ id }) => onChoose(id)}
          />
        )}
      </div>
    </>
  )
}
