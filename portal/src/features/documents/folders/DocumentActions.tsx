import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconLock, IconLockOpen, IconTrash, IconUnlink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { folderWords } from '#features/documents/words.ts'
import { api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useKeptRefusals } from '#shared/governance/refusals.ts'
import { employeePath } from '#shared/people/employees.api.ts'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { BlockedButton } from '#ui/page/BlockedButton.tsx'
import { DOCUMENTS_KEY, documentQuery, type OpenedDocument } from './folders.api.ts'

/** The actions on a document besides editing: trash with undo, legal hold, vault, permanent deletion. */
export function DocumentActions({ document }: { document: OpenedDocument }) {
  const t = useWords(folderWords)
  const refusals = useKeptRefusals()
  const act = useDocumentActs(document)
  const { trashed, legal_hold, linked_to_vault, may_hold } = document
  return (
    <>
      {trashed ? (
        <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={act.untrash}>
          {t('document.untrash')}
        </Button>
      ) : legal_hold ? (
        <BlockedButton variant="default" leftSection={<IconTrash size={16} aria-hidden />} reason={refusals.legal_hold}>
          {t('document.trash')}
        </BlockedButton>
      ) : (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={act.trash}>
          {t('document.trash')}
        </Button>
      )}
      {(may_hold || linked_to_vault || trashed) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="input-sm" aria-label={t('document.more')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {may_hold && (
              <Menu.Item
                leftSection={legal_hold ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
                onClick={() => void act.hold(!legal_hold)}
              >
                {t(legal_hold ? 'document.lift' : 'document.hold')}
              </Menu.Item>
            )}
            {linked_to_vault && (
              <Menu.Item leftSection={<IconUnlink size={16} aria-hidden />} onClick={() => void act.unlink()}>
                {t('document.unlink')}
              </Menu.Item>
            )}
            {trashed && !legal_hold && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void act.destroy()}
              >
                {t('document.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

function useDocumentActs({ id, title, employee }: OpenedDocument) {
  const t = useWords(folderWords)
  const refusals = useKeptRefusals()
  const notify = useNotify()
  const client = useQueryClient()
  const router = useRouter()
  const params = { path: { id } }
  const { mutate } = useMutation({
    mutationFn: ({ call }: Act) => call(),
    onSuccess: async (_, { done }) => {
      if (done) done()
      await client.invalidateQueries({ queryKey: DOCUMENTS_KEY })
    },
    onError: (error) => notify.failure(error, refusals),
  })
  const untrash = () =>
    mutate({
      name: 'untrash',
      call: () => unwrap(api.PUT('/portal/api/manager/documents/{id}/untrash', { params })),
      done: () => notify.success(t('document.untrashed')),
    })
  const trash = () =>
    mutate({
      name: 'trash',
      call: () => unwrap(api.PUT('/portal/api/manager/documents/{id}/trash', { params })),
      done: () => notify.undo(t('document.trashed', { title }), untrash),
    })
  const hold = async (legal_hold: boolean) => {
    const words = legal_hold ? ('hold' as const) : ('lift' as const)
    const question = { title: t(`document.${words}`), text: t(`document.${words}Text`), action: t(`document.${words}`) }
    if (!(await confirm({ ...question, destroys: false }))) return
    const call = () => unwrap(api.PATCH('/portal/api/manager/documents/{id}', { params, body: { legal_hold } }))
    mutate({ name: words, call, done: () => notify.success(t('document.saved')) })
  }
  const unlink = async () => {
    const question = { title: t('document.unlink'), text: t('document.unlinkText'), action: t('document.unlink') }
    if (!(await confirm(question))) return
    const call = () => unwrap(api.DELETE('/portal/api/manager/documents/{id}/vault_link', { params }))
    mutate({ name: 'unlink', call, done: () => notify.success(t('document.saved')) })
  }
  const destroy = async () => {
    const question = { title: t('document.deleteTitle', { title }), text: t('document.deleteText') }
    if (!(await confirm({ ...question, action: t('document.delete') }))) return
    const list = employee ? `${employeePath(employee.technical_id)}/documents` : '/portal/manager/documents'
    const done = () => {
      client.removeQueries({ queryKey: documentQuery(id).queryKey })
      notify.success(t('document.deleted'))
      router.history.push(list)
    }
    mutate({ name: 'delete', call: () => unwrap(api.DELETE('/portal/api/manager/documents/{id}', { params })), done })
  }
  return { trash, untrash, hold, unlink, destroy }
}

/** `name` tells one act from another: only the same one is not done twice at once. */
type Act = { name: string; call: () => Promise<unknown>; done?: () => void }
