import { Button, FileButton } from '@mantine/core'
import { IconArrowBackUp, IconReplace } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import {
  type OpenedDocument,
  replaceEmployeeDocument,
  restoreEmployeeDocument,
  withdrawEmployeeDocument,
} from './employee-documents.api.ts'

const FOLDER = '/portal/documents'

/** What employees can do with a document that they have just sent. */
export function UploadedDocumentActions({ document }: { document: OpenedDocument }) {
  const t = useWords(employeeDocumentWords)
  const { withdraw, replace, isBusy } = useSent(document.id)
  if (!document.withdrawable_until) return null
  return (
    <>
      <FileButton onChange={(file) => file && replace(file)}>
        {(button) => (
          <Button {...button} variant="default" disabled={isBusy} leftSection={<IconReplace size={16} aria-hidden />}>
            {t('document.replace')}
          </Button>
        )}
      </FileButton>
      <Button
        variant="default"
        disabled={isBusy}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={withdraw}
      >
        {t('document.withdraw')}
      </Button>
    </>
  )
}

function useSent(id: string) {
  const t = useWords(employeeDocumentWords)
  const notify = useNotify()
  const router = useRouter()
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all(['employee-documents', 'vault'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  const refused = (error: unknown) =>
    notify.failure(error, {
      not_withdrawable: t('document.notWithdrawable'),
      legal_hold: t('document.held'),
      retention: t('document.held'),
    })

  const restoring = useMutation({
    mutationFn: () => restoreEmployeeDocument(id),
    async onSuccess() {
      await refresh()
      notify.success(t('document.restored'))
    },
    onError: refused,
  })
  const withdrawing = useMutation({
    mutationFn: () => withdrawEmployeeDocument(id),
    async onSuccess() {
      router.history.push(FOLDER)
      notify.undo(t('document.withdrawn'), () => restoring.mutate())
      await refresh()
    },
    onError: refused,
  })
  const replacing = useMutation({
    mutationFn: (file: File) => replaceEmployeeDocument(id, file),
    async onSuccess(made) {
      router.history.push(`${FOLDER}/${made.id}`)
      notify.success(t('document.replaced'))
      await refresh()
    },
    onError: refused,
  })
  return {
    withdraw: () => withdrawing.mutate(),
    replace: (file: File) => replacing.mutate(file),
    isBusy: withdrawing.isPending || replacing.isPending,
  }
}
