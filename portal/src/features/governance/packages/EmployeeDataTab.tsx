import { Button, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDeletionColumns } from '#features/governance/erasure/DeletionRequestsPage.tsx'
import { DELETIONS, deletionKeys, listDeletions } from '#features/governance/erasure/erasure.api.ts'
import { packageWords } from '#features/governance/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { withParameters } from '#ui/filters/Pills.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { AskForPackage } from './AskForPackage.tsx'
import { PackageCard } from './PackageCard.tsx'
import { packagesOfQuery } from './packages.api.ts'
import classes from './packages.module.css'

/** The rights of a person to their data: copies of it, and its deletion. */
export function EmployeeDataTab() {
  const id = usePathParam('id')
  const session = useSession()
  return (
    <>
      {mayAdmin(session, 'access_packages:read') && <Packages id={id} />}
      {mayAdmin(session, 'deletion_requests:read') && <Deletions id={id} />}
    </>
  )
}

function Packages({ id }: { id: string }) {
  const t = useWords(packageWords)
  const [isAsking, ask] = useState(false)
  const mayAsk = mayAdmin(useSession(), 'access_packages:write')
  return (
    <Section
      title={t('title')}
      actions={
        mayAsk && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask(true)}>
            {t('ask.open')}
          </Button>
        )
      }
      flush
    >
      <PackageList id={id} />
      {isAsking && <AskForPackage employee={id} onClose={() => ask(false)} />}
    </Section>
  )
}

function PackageList({ id }: { id: string }) {
  const t = useWords(packageWords)
  const { data, error, refetch } = useQuery(packagesOfQuery(id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={3} />
  if (data.length === 0) {
    return (
      <Text p="lg" size="sm" c="dimmed">
        {t('noneOfEmployee')}
      </Text>
    )
  }
  return (
    <ul className={classes.packages}>
      {data.map((one) => (
        <li key={one.id}>
          <PackageCard of={one} />
        </li>
      ))}
    </ul>
  )
}

function Deletions({ id }: { id: string }) {
  const t = useWords(packageWords)
  const titleId = useId()
  const mayAdd = mayAdmin(useSession(), 'deletion_requests:write')
  const asked = { resource_type: 'employee', resource_id: id } as const
  const list = useCursorList([...deletionKeys.all, 'list', asked], (page) => listDeletions(asked, page))
  const add = mayAdd && (
    <Button
      component={AppLink}
      href={withParameters(`${DELETIONS}/new`, { kind: 'employee', id })}
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('requests.add')}
    </Button>
  )
  return (
    <section aria-labelledby={titleId} className={classes.requests}>
      <div className={classes.title}>
        <Title order={2} size="h4" id={titleId}>
          {t('requests.title')}
        </Title>
        {add}
      </div>
      <DataTable
        label={t('requests.title')}
        columns={useDeletionColumns()}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => `${DELETIONS}/${row.id}`}
        empty={<EmptyState title={t('requests.none')} />}
      />
    </section>
  )
}
