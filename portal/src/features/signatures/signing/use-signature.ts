import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { signingWords } from '#features/signatures/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useLanguage, useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import type { SignatureDetail, SignerProcess, Signing, SigningAccess } from './signing.api.ts'
import { type Situation, situationOf } from './situation.ts'

/** How long to wait for what others do, or for the seal. */
const PATIENCE_MS: Partial<Record<Situation, number>> = { sealing: 2000, signed: 20_000, waiting: 20_000, mine: 60_000 }

/** A document to sign, with the consent text in the language of the page. */
export function useSignature(door: SigningAccess) {
  const language = useLanguage()
  return useQuery({
    queryKey: [...door.key, language],
    queryFn: ({ signal }) => door.read(signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data ? (PATIENCE_MS[situationOf(data)] ?? false) : false),
  })
}

type Refused = (error: Error) => void

/** Signing and refusing. If the process has changed meanwhile, the page says so and reloads it. */
export function useAnswers(door: SigningAccess, whenRefused: Refused) {
  const t = useWords(signingWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const lookAgain = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: door.key }),
      queryClient.invalidateQueries({ queryKey: ['signatures-to-sign'] }),
    ])
  const handlers = {
    onSuccess: async (answer: SignerProcess) => {
      queryClient.setQueriesData<SignatureDetail>({ queryKey: door.key }, (old) => old && { ...old, ...answer })
      await lookAgain()
    },
    onError: async (error: Error) => {
      whenRefused(error)
      if (isCode(error, 'invalid_state')) notify.failure(error, { invalid_state: t('sign.overtaken') })
      else if (!isCode(error, 'consent_changed') && !isCode(error, 'code_required')) notify.failure(error)
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) await lookAgain()
    },
  }
  const sign = useMutation({ mutationFn: (signing: Signing) => door.sign(signing), ...handlers })
  const reject = useMutation({ mutationFn: (reason: string) => door.reject(reason), ...handlers })
  return { sign, reject }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code
}
