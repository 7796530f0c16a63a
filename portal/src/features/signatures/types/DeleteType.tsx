import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { signatureTypeWords } from '#features/signatures/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave } from '#ui/overlays/unsaved-changes.ts'
import { deleteType, type SignatureType, TYPES_KEY, TYPES_PAGE, typeQuery } from './types.api.ts'

/** Deletes a type that no process has. */
export function DeleteType({ type: { id, name } }: { type: SignatureType }) {
  const t = useWords(signatureTypeWords)
  const notify = useNotify()
  const leave = useLeave()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteType(id),
    onSuccess: async () => {
      leave(TYPES_PAGE)
      notify.success(t('deleted'))
      client.removeQueries({ queryKey: typeQuery(id).queryKey })
      await client.invalidateQueries({ queryKey: TYPES_KEY, exact: true })
    },
    onError: (error) => notify.failure(error, { signature_type_in_use: t('inUse') }),
  })
  return (
    <ConfirmButton
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={isPending}
      question={{ title: t('deleteTitle', { name }), text: t('deleteText'), action: t('delete') }}
      onConfirm={() => mutate()}
    >
      {t('delete')}
    </ConfirmButton>
  )
}
