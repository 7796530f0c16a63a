import { Button, Drawer, Stack, Text } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { packageWords } from '#features/governance/words.ts'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { employeePath } from '#shared/people/employees.api.ts'
import { PersonFilter } from '#shared/people/PersonFilter.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { withParameters } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { uiWords } from '#ui/words.ts'
import { AskForPackage } from './AskForPackage.tsx'
import { PackageBadge, PackageCard } from './PackageCard.tsx'
import { listPackages, type NamedPackage, PACKAGES, packageKeys, packageQuery } from './packages.api.ts'
import { PACKAGE_STATUSES } from './state.ts'

/** Packages with everything that is kept about a person. */
export function AccessPackagesPage() {
  const t = useWords(packageWords)
  const [isAsking, ask] = useState(false)
  const filters = useUrlFilters(['status', 'employee'])
  const opened = useUrlFilters(['package'])
  const status = PACKAGE_STATUSES.find((one) => one === filters.values.status)
  const asked = { status, employee_technical_id: filters.values.employee }
  const list = useCursorList<NamedPackage>([...packageKeys.all, 'list', asked], (page) => listPackages(asked, page))
  const options = PACKAGE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))
  const add = mayAdmin(useSession(), 'access_packages:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask(true)}>
      {t('ask.open')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={add} />
      <Filters filters={filters} choices={[{ name: 'status', label: t('columns.status'), options }]}>
        <PersonFilter
          label={t('columns.employee')}
          value={filters.values.employee}
          onChange={(employee) => filters.set({ employee })}
        />
      </Filters>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => withParameters(PACKAGES, { ...filters.values, package: id })}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconPackage} title={t('none.found')} />
          ) : (
            <EmptyState icon={IconPackage} title={t('none.title')} text={t('none.text')} action={add} />
          )
        }
      />
      {isAsking && <AskForPackage onClose={() => ask(false)} />}
      <PackageDrawer id={opened.values.package} onClose={() => opened.set({ package: undefined })} />
    </>
  )
}

function useColumns(): Column<NamedPackage>[] {
  const t = useWords(packageWords)
  const format = useFormat()
  return [
    {
      id: 'employee',
      header: t('columns.employee'),
      render: ({ name, employee_technical_id }) => (
        <span>
          {name ?? employee_technical_id}
          {name !== null && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {employee_technical_id}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('columns.status'),
      width: '9rem',
      render: ({ status }) => <PackageBadge status={status} />,
    },
    {
      id: 'size',
      header: t('columns.size'),
      width: '8rem',
      align: 'end',
      hideBelow: 'md',
      render: ({ size }) => (size === null ? null : format.bytes(size)),
    },
    {
      id: 'downloads',
      header: t('columns.downloads'),
      width: '8rem',
      align: 'end',
      hideBelow: 'md',
      render: ({ downloads }) => format.number(downloads.length),
    },
    {
      id: 'expires',
      header: t('columns.expires'),
      width: '10rem',
      hideBelow: 'lg',
      render: ({ status, expires_at }) => (status === 'ready' ? format.date(expires_at) : null),
    },
    {
      id: 'created',
      header: t('columns.created'),
      width: '10rem',
      render: ({ created_at }) => <RelativeTime value={created_at} />,
    },
  ]
}

function PackageDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useWords(packageWords)
  const close = useWords(uiWords)('close')
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('detail')}
      closeButtonProps={{ 'aria-label': close }}
    >
      {id && <Opened id={id} />}
    </Drawer>
  )
}

function Opened({ id }: { id: string }) {
  const t = useWords(packageWords)
  const mayOpen = may(useSession(), 'employees:read')
  const { data, error, refetch } = useQuery(packageQuery(id))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={6} />
  return (
    <Stack>
      <PackageCard of={data} />
      {mayOpen && <AppLink href={`${employeePath(data.employee_technical_id)}/data`}>{t('folder')}</AppLink>}
    </Stack>
  )
}
