import { Alert, Button } from '@mantine/core'
import { IconLogin2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { singleSignOnWords } from '#features/auth/words.ts'
import { mayDoEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { CertificateBadge } from './CertificateBadge.tsx'
import { ProviderPage } from './ProviderPage.tsx'
import { type Provider, providersQuery } from './providers.api.ts'

export const PROVIDERS_PATH = '/portal/admin/identity-providers'

/** The identity providers of the client; `?code=` and `?new=1` open one. */
export function IdentityProvidersPage() {
  const { values } = useUrlFilters(['code', 'new'])
  const isOpen = values.code !== undefined || values.new !== undefined
  return isOpen ? <ProviderPage key={values.code ?? 'new'} code={values.code} /> : <ProviderList />
}

function ProviderList() {
  const t = useWords(singleSignOnWords)
  const session = useSession()
  const providers = useQuery(providersQuery)
  const mayWrite = mayDoEverything(session)
  const add = mayWrite && (
    <Button component={AppLink} href={`${PROVIDERS_PATH}?new=1`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('providers.add')}
    </Button>
  )
  const columns: Column<Provider>[] = [
    { id: 'name', header: t('providers.name'), render: ({ name }) => name },
    {
      id: 'state',
      header: t('providers.state'),
      width: '9rem',
      render: ({ is_active }) => (
        <StatusBadge tone={is_active ? 'good' : 'neutral'}>
          {t(is_active ? 'providers.on' : 'providers.off')}
        </StatusBadge>
      ),
    },
    {
      id: 'certificate',
      header: t('providers.certificate'),
      render: ({ certificates }) => <CertificateBadge certificates={certificates} />,
    },
    {
      id: 'matching',
      header: t('providers.matchBy'),
      hideBelow: 'lg',
      render: ({ match_by }) => t(`providers.match.${match_by}`),
    },
  ]
  return (
    <>
      <PageHeader title={t('identityProviders.title')} description={t('providers.text')} actions={add} />
      {!mayWrite && (
        <Alert mb="md" variant="light">
          {t('providers.readOnly')}
        </Alert>
      )}
      <DataTable
        label={t('identityProviders.title')}
        columns={columns}
        list={fixedRows(providers.data, providers)}
        rowId={({ code }) => code}
        rowHref={({ code }) => `${PROVIDERS_PATH}?${new URLSearchParams({ code })}`}
        empty={<EmptyState icon={IconLogin2} title={t('providers.none')} text={t('providers.noneText')} action={add} />}
      />
    </>
  )
}
