import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../app/i18n.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useUrlFilters } from '../../ui/url-filters.ts'
import { ApiKeysTab } from './ApiKeysTab.tsx'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { type Issued, SecretDialog } from './SecretDialog.tsx'

/** What other programs reach the API with. */
export function ApplicationsPage() {
  const t = useWords('applications')
  const filters = useUrlFilters(['tab', 'revoked'])
  const [issued, setIssued] = useState<Issued>()
  const tab = filters.values.tab === 'keys' ? 'keys' : 'applications'
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Tabs
        value={tab}
        onChange={(value) => filters.set({ tab: value === 'keys' ? 'keys' : undefined, revoked: undefined })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('tabs.label')}>
          <Tabs.Tab value="applications">{t('tabs.applications')}</Tabs.Tab>
          <Tabs.Tab value="keys">{t('tabs.keys')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="applications">
          <ApplicationsTab onIssued={setIssued} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <ApiKeysTab onIssued={setIssued} />
        </Tabs.Panel>
      </Tabs>
      {issued && <SecretDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}
