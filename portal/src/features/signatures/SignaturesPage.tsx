import { IconSignature } from '@tabler/icons-react'
import { useWords } from '../../app/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export function SignaturesPage() {
  const t = useWords('signatures')
  return (
    <>
      <PageHeader title={t('list.title')} />
      <EmptyState icon={IconSignature} title={t('list.none')} text={t('list.noneText')} />
    </>
  )
}
