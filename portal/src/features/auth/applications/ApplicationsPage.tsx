import { useState } from 'react'
import { applicationWords } from '#features/auth/words.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { ApiKeysTab } from './ApiKeysTab.tsx'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { type Issued, SecretDialog } from './SecretDialog.tsx'

/** What other programs reach the API with. */
export function ApplicationsPage() {
  const t = useWords(applicationWords)
  const filters = useUrlFilters(['tab', 'revoked'])
  const [issued, setIssued] = useState<Issued>()
  const tab = filters.values.tab === 'keys' ? 'keys' : 'applications'
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <ParamTabs
        label={t('tabs.label')}
        name="tab"
        tabs={[
          { value: 'applications', label: t('tabs.applications') },
          { value: 'keys', label: t('tabs.keys') },
        ]}
      />
      {tab === 'keys' ? <ApiKeysTab onIssued={setIssued} /> : <ApplicationsTab onIssued={setIssued} />}
      {issued && <SecretDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}
