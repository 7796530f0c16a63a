import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountWords } from '#features/auth/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { linksQuery, useRemoveLink } from './log-in.api.ts'

/** The other log-in of the same person; a section of the profile. */
export function LinkedLogIn() {
  const t = useWords(accountWords)
  const format = useFormat()
  const { person } = useSession()
  const { data, error, refetch, isPending } = useQuery(linksQuery)
  const [isOpen, setOpen] = useState(false)
  const { remove, isRemoving } = useUnlink()
  const [link] = data ?? []
  return (
    <Section
      title={t('links.title')}
      description={t('links.text')}
      {...(data && {
        actions: link ? (
          <Button variant="default" loading={isRemoving} onClick={() => void remove()}>
            {t('links.remove')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('links.add')}
          </Button>
        ),
      })}
    >
      {isPending && <LoadingState lines={1} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !link && <Text c="dimmed">{t('links.none')}</Text>}
      {link && (
        <DefinitionList
          items={[
            { label: t(`links.${link.scope}`), value: link.email },
            { label: t('links.since'), value: format.dateTime(link.linked_at) },
          ]}
        />
      )}
      {link && !link.is_active && (
        <Alert color="yellow" variant="light" mt="md">
          {t('links.off')}
        </Alert>
      )}
      {isOpen && (
        <LinkDialog scope={person.scope === 'employee' ? 'manager' : 'employee'} onClose={() => setOpen(false)} />
      )}
    </Section>
  )
}

function useUnlink() {
  const t = useWords(accountWords)
  const notify = useNotify()
  const removing = useRemoveLink()
  return {
    isRemoving: removing.isPending,
    async remove() {
      const question = { title: t('links.removeTitle'), text: t('links.removeText'), action: t('links.remove') }
      if (!(await confirm(question))) return
      removing.mutate(undefined, {
        onSuccess: () => notify.success(t('links.removed')),
        onError: (error) => notify.failure(error),
      })
    },
  }
}
