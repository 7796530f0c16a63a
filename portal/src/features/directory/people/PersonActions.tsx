import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import {
  type Employee,
  type Manager,
  useDeleteEmployee,
  useDeleteManager,
  useRestoreEmployee,
} from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave } from '#ui/overlays/unsaved-changes.ts'

const PEOPLE = '/portal/admin/people'

export function DeleteManager({ manager }: { manager: Manager }) {
  const t = useWords(directoryWords)
  const deletion = useDeleteManager()
  const finish = useFinish(fullName(manager))
  return (
    <ConfirmButton
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={deletion.isPending}
      question={{
        title: t('person.deleteTitle', { name: fullName(manager) }),
        text: t('person.deleteManagerText'),
        action: t('person.delete'),
      }}
      onConfirm={() => deletion.mutate(manager.technical_id, finish)}
    >
      {t('person.delete')}
    </ConfirmButton>
  )
}

export function DeleteEmployee({ employee }: { employee: Employee }) {
  const t = useWords(directoryWords)
  const deletion = useDeleteEmployee()
  const finish = useFinish(fullName(employee))
  return (
    <ConfirmButton
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={deletion.isPending}
      question={{
        title: t('person.deleteTitle', { name: fullName(employee) }),
        text: t('person.deleteEmployeeText'),
        action: t('person.delete'),
      }}
      onConfirm={() => deletion.mutate(employee.technical_id, finish)}
    >
      {t('person.delete')}
    </ConfirmButton>
  )
}

export function RestoreEmployee({ employee }: { employee: Employee }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const restore = useRestoreEmployee()
  return (
    <Button
      loading={restore.isPending}
      onClick={() =>
        restore.mutate(employee.technical_id, {
          onSuccess: () => notify.success(t('person.restored', { name: fullName(employee) })),
          onError: (error) => refuse(error),
        })
      }
    >
      {t('person.restore')}
    </Button>
  )
}

function useFinish(name: string) {
  const t = useWords(directoryWords)
  const leave = useLeave()
  const notify = useNotify()
  const refuse = useRefusals()
  return {
    onSuccess: () => {
      leave(PEOPLE)
      notify.success(t('person.deleted', { name }))
    },
    onError: (error: unknown) => refuse(error),
  }
}
