import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { PaperTab } from '#features/distributions/paper/PaperTab.tsx'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage, LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import {
  cancelProject,
  type DocumentView,
  distributionKeys,
  PAGES,
  type Project,
  projectQuery,
} from './distributions.api.ts'
import { OverviewTab } from './OverviewTab.tsx'
import { ReportTab } from './ReportTab.tsx'
import { isOpen, STATUS_TONES, toCheck } from './state.ts'
import { useValidate } from './ValidateDialog.tsx'
import { distributionWords } from './words.ts'

const PartsTab = lazyComponent(() =>
  import('#features/distributions/documents/DocumentsTab.tsx').then((module) => module.DocumentsTab),
)

const TABS = ['overview', 'parts', 'paper', 'report'] as const

/** One project: how far it is, its documents to look through, its paper and its report. */
export function DistributionPage() {
  const id = usePathParam('id')
  const t = useWords(distributionWords)
  const { data: project, error, refetch } = useQuery(projectQuery(id))
  const filters = useUrlFilters(['tab', 'outcome', 'part', 'package'])
  const tab = TABS.find((one) => one === filters.values.tab) ?? 'overview'
  const breadcrumbs = [{ label: t('title'), href: PAGES }]
  if (!project && error) {
    return (
      <>
        <PageHeader title={t('title')} breadcrumbs={breadcrumbs} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!project) return <LoadingPage />
  const show = (outcome: DocumentView) => filters.set({ tab: 'parts', outcome, part: undefined })
  const calls = isOpen(project) && toCheck(project) > 0
  return (
    <>
      <PageHeader
        title={project.name}
        breadcrumbs={breadcrumbs}
        badge={<StatusBadge tone={STATUS_TONES[project.status]}>{t(`state.${project.status}`)}</StatusBadge>}
        actions={project.may_write && isOpen(project) && <Actions project={project} />}
      />
      <ParamTabs
        label={t('tabs.label')}
        name="tab"
        tabs={TABS.map((value) => ({
          value,
          label: t(`tabs.${value}`),
          badge: value === 'parts' && calls ? <ToCheck project={project} /> : null,
        }))}
      />
      {tab === 'overview' && <OverviewTab project={project} onShow={show} />}
      {tab === 'parts' && (
        <Suspense fallback={<LoadingState lines={6} />}>
          <PartsTab project={project} />
        </Suspense>
      )}
      {tab === 'paper' && <PaperTab project={project} onShow={show} />}
      {tab === 'report' && <ReportTab project={project} />}
    </>
  )
}

function ToCheck({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const count = toCheck(project)
  return <StatusBadge tone="warning">{t('list.toCheck', { count })}</StatusBadge>
}

function Actions({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const validate = useValidate(project)
  const cancel = useMutation({
    mutationFn: () => cancelProject(String(project.id)),
    onSuccess: () => notify.success(t('cancelProject.done')),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: distributionKeys.all }),
  })
  return (
    <>
      <ConfirmButton
        loading={cancel.isPending}
        question={{
          title: t('cancelProject.title', { name: project.name }),
          text: t('cancelProject.text'),
          action: t('cancelProject.action'),
        }}
        onConfirm={() => cancel.mutate()}
      >
        {t('cancelProject.action')}
      </ConfirmButton>
      {project.may_validate && (
        <Button leftSection={<IconChecks size={18} aria-hidden />} loading={validate.isPending} onClick={validate.ask}>
          {t('validate.action')}
        </Button>
      )}
    </>
  )
}
