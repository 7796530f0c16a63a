import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PackageCard } from '#features/governance/packages/PackageCard.tsx'
import { packageQuery } from '#features/governance/packages/packages.api.ts'
import { erasureWords } from '#features/governance/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import type { Deletion } from './erasure.api.ts'

/** The copy of all data that goes out before anything is erased. */
export function DeletionPackage({ deletion }: { deletion: Deletion }) {
  const t = useWords(erasureWords)
  if (deletion.resource_type !== 'employee') return null
  return (
    <Section title={t('package.title')}>
      <State deletion={deletion} />
      {deletion.access_package_id && <Package id={deletion.access_package_id} />}
    </Section>
  )
}

function State({
  deletion: { send_package, access_package_id, package_sent, prepared_at, notification_recipient },
}: {
  deletion: Deletion
}) {
  const t = useWords(erasureWords)
  const text = !send_package
    ? t('package.none')
    : prepared_at !== null
      ? t(package_sent ? 'package.sent' : 'package.notSent')
      : access_package_id === null
        ? t('package.waits')
        : null
  return (
    <>
      {text && (
        <Text size="sm" mb="sm">
          {text}
        </Text>
      )}
      {send_package && (
        <DefinitionList
          items={[{ label: t('facts.recipient'), value: notification_recipient ?? t('facts.employee') }]}
          stacked
        />
      )}
    </>
  )
}

function Package({ id }: { id: string }) {
  const enabled = mayAdmin(useSession(), 'access_packages:read')
  const { data } = useQuery({ ...packageQuery(id), enabled })
  return data ? <PackageCard of={data} /> : null
}
