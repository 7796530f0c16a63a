import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { folderWords } from '#features/documents/words.ts'
import { api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'

const URL = '/portal/api/manager/employees/{technical_id}/vault_link'

/** Whether documents of an employee reach the vault, and the switch for it. */
export function VaultSection({ id }: { id: string }) {
  const t = useWords(folderWords)
  const format = useFormat()
  const notify = useNotify()
  const client = useQueryClient()
  const key = ['folders', 'vault', id]
  const params = { path: { technical_id: id } }
  const vault = useQuery({ queryKey: key, queryFn: ({ signal }) => unwrap(api.GET(URL, { params, signal })) })
  const change = useMutation({
    mutationFn: (isLinked: boolean) => unwrap(isLinked ? api.PUT(URL, { params }) : api.DELETE(URL, { params })),
    onSuccess: (state) => {
      client.setQueryData(key, state)
      notify.success(t(`vault.done.${state.state === 'linked' ? 'linked' : 'unlinked'}`))
    },
    onError: (error) => notify.failure(error),
  })
  if (!vault.data) return null
  const { state, since, may_write } = vault.data
  const action =
    state === 'linked' ? (
      <ConfirmButton
        size="xs"
        loading={change.isPending}
        question={{ title: t('vault.askTitle'), text: t('vault.askText'), action: t('vault.unlink') }}
        onConfirm={() => change.mutate(false)}
      >
        {t('vault.unlink')}
      </ConfirmButton>
    ) : (
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate(true)}>
        {t('vault.link')}
      </Button>
    )
  return (
    <Section title={t('vault.title')} actions={may_write ? action : undefined}>
      <Text size="sm">{t(`vault.${state}`, { date: since ? format.date(since) : '' })}</Text>
    </Section>
  )
}
