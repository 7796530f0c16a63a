import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useKeptRefusals } from '#shared/governance/refusals.ts'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import {
  deleteProcess,
  type Move,
  moveProcess,
  PAGES,
  type Process,
  remindSigner,
  signatureKeys,
} from './processes.api.ts'
import { useNameList } from './state.ts'

/** Changes a process, shows what came of it, and says so; what is refused is told. */
export function useProcessChange(id: string) {
  const t = useWords(signatureProcessWords)
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ call }: { call: () => Promise<Process>; done: string }) => call(),
    onSuccess: (changed, { done }) => {
      client.setQueryData(signatureKeys.one(id), changed)
      notify.success(done)
    },
    onError: (error) => notify.failure(error, { invalid_state: t('actions.wrongState') }),
    onSettled: () => client.invalidateQueries({ queryKey: signatureKeys.all }),
  })
}

const DONE = { start: 'actions.started', cancel: 'actions.canceled', send: 'actions.sent' } as const

/** What can be done with a process by a press of a button. */
export function useProcessActions({ id, title, signers }: Process) {
  const listOf = useNameList()
  const t = useWords(signatureProcessWords)
  const notify = useNotify()
  const router = useRouter()
  const client = useQueryClient()
  const refusals = useKeptRefusals()
  const { mutate, isPending } = useProcessChange(id)
  const deletion = useMutation({
    mutationFn: () => deleteProcess(id),
    onSuccess: async () => {
      router.history.push(PAGES)
      notify.success(t('actions.deleted'))
      await client.invalidateQueries({ queryKey: signatureKeys.all, refetchType: 'none' })
      client.removeQueries({ queryKey: signatureKeys.one(id) })
    },
    onError: (error) => notify.failure(error, { ...refusals, invalid_state: t('actions.wrongState') }),
  })
  const move = (name: Move) => mutate({ call: () => moveProcess(id, name), done: t(DONE[name]) })
  return {
    isPending: isPending || deletion.isPending,
    async start() {
      const first = Math.min(...signers.map((one) => one.signing_order))
      const names = listOf(signers.filter((one) => one.signing_order === first).map(({ name }) => name))
      const question = { title: t('actions.startTitle', { title }), text: t('actions.startText', { names }) }
      if (await confirm({ ...question, action: t('actions.start'), destroys: false })) move('start')
    },
    send: () => move('send'),
    async cancel() {
      const question = { title: t('actions.cancelTitle', { title }), text: t('actions.cancelText') }
      if (await confirm({ ...question, action: t('actions.cancel') })) move('cancel')
    },
    async destroy() {
      const question = { title: t('actions.deleteTitle', { title }), text: t('actions.deleteText') }
      if (await confirm({ ...question, action: t('actions.delete') })) deletion.mutate()
    },
  }
}

/** Mails a reminder to a signer who has not answered. */
export function useReminder(id: string) {
  const t = useWords(signatureProcessWords)
  const { mutate, isPending } = useProcessChange(id)
  const remind = (signerId: string, name: string) =>
    mutate({ call: () => remindSigner(id, signerId), done: t('signers.remindedNow', { name }) })
  return { remind, isPending }
}
