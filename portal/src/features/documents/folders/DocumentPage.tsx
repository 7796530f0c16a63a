import { Button } from '@mantine/core'
import { IconDownload, IconPencil, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { folderWords, navigationWords } from '#features/documents/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { documentTabs, registeredFeatures } from '#kernel/pages/registry.ts'
import { covers, may, mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { managerAddresses } from '#shared/documents/addresses.ts'
import { DocumentPreview } from '#shared/documents/DocumentPreview.tsx'
import { HoldBadge } from '#shared/governance/HoldBadge.tsx'
import { employeePath } from '#shared/people/employees.api.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useTextOf, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import { DocumentDetails } from './DocumentDetails.tsx'
import { EditDocument } from './EditDocument.tsx'
import { documentQuery, type OpenedDocument } from './folders.api.ts'
import classes from './folders.module.css'

/** A document: its pages on one side, what is known of it on the other. */
export function DocumentPage() {
  const t = useWords(folderWords)
  const query = useQuery(documentQuery(usePathParam('id')))
  if (!query.data) {
    return (
      <>
        <PageHeader title={t('document.title')} />
        {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <LoadingState />}
      </>
    )
  }
  return <Opened document={query.data} />
}

function Opened({ document }: { document: OpenedDocument }) {
  const t = useWords(folderWords)
  const [isEditing, setEditing] = useState(false)
  const isWriter = covers(document.permissions, `${document.kind}_documents:write`)
  return (
    <>
      <PageHeader
        title={document.title}
        breadcrumbs={useBreadcrumbs(document)}
        badge={<Badges document={document} />}
        actions={
          <>
            {isWriter && <DocumentActions document={document} />}
            <HaveSigned document={document} />
            {isWriter && !isEditing && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {t('document.edit')}
              </Button>
            )}
            <Button
              component="a"
              href={managerAddresses(document.id).download}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('documents.download')}
            </Button>
          </>
        }
      />
      <Tabs id={document.id}>
        <div className={classes.document}>
          <div className={classes.preview}>
            <DocumentPreview document={document} addresses={managerAddresses(document.id)} />
          </div>
          <div>
            {isEditing ? (
              <EditDocument document={document} onDone={() => setEditing(false)} />
            ) : (
              <DocumentDetails document={document} />
            )}
            <Suspense fallback={<LoadingState />}>
              {registeredFeatures().map(
                ({ id: feature, documentPanel: Panel }) =>
                  Panel && <Panel key={feature} documentId={document.id} permissions={document.permissions} />,
              )}
            </Suspense>
          </div>
        </div>
      </Tabs>
    </>
  )
}

/** The document, and what other features tell of it in tabs of their own; no tabs for those who may open none of them. */
function Tabs({ id, children }: { id: string; children: ReactNode }) {
  const t = useWords(folderWords)
  const textOf = useTextOf()
  const session = useSession()
  const chosen = useUrlFilters(['tab']).values.tab
  const tabs = documentTabs().filter(({ adminPermission }) => mayAdmin(session, adminPermission))
  if (tabs.length === 0) return children
  const Chosen = tabs.find((one) => one.id === chosen)?.component
  const all = [
    { value: 'document', label: t('document.title') },
    ...tabs.map((one) => ({ value: one.id, label: textOf(one.label) })),
  ]
  return (
    <>
      <ParamTabs label={t('document.tabs')} name="tab" tabs={all} />
      {Chosen ? (
        <Suspense fallback={<LoadingState />}>
          <Chosen documentId={id} />
        </Suspense>
      ) : (
        children
      )}
    </>
  )
}

function HaveSigned({ document: { id, content_type, trashed } }: { document: OpenedDocument }) {
  const t = useWords(folderWords)
  const maySign = may(useSession(), 'signatures:write')
  if (!maySign || trashed || content_type !== 'application/pdf') return null
  return (
    <Button
      component={AppLink}
      href={`/portal/manager/signatures/new?document=${id}`}
      variant="default"
      leftSection={<IconSignature size={16} aria-hidden />}
    >
      {t('document.haveSigned')}
    </Button>
  )
}

function useBreadcrumbs({ kind, employee }: OpenedDocument) {
  const t = useWords(folderWords)
  const labelOf = useWords(navigationWords)
  if (kind === 'company' || !employee) return [{ label: t('company.title'), href: '/portal/manager/documents' }]
  const folder = employeePath(employee.technical_id)
  return [
    { label: t('employees.title'), href: '/portal/manager/employees' },
    { label: fullName(employee), href: folder },
    { label: labelOf('documents'), href: `${folder}/documents` },
  ]
}

function Badges({ document: { legal_holds, trashed } }: { document: OpenedDocument }) {
  const t = useWords(folderWords)
  return (
    <>
      <HoldBadge holds={legal_holds} />
      {trashed && <StatusBadge tone="bad">{t('documents.inTrash')}</StatusBadge>}
    </>
  )
}
