import { useQueryClient } from '@tanstack/react-query'
import {
  type DistributionDocument,
  type DocumentDecision,
  decideDocument,
  distributionKeys,
  type Project,
} from '#features/distributions/distributions.api.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import type { EmployeeItem } from '#shared/people/employees.api.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'

type Step = { body: DocumentDecision; told: string; goesOn: boolean; back?: DocumentDecision }

/** The decisions about a document. Each is confirmed with an undo, then the next document opens. */
export function useDecisions(project: Project, part: DistributionDocument, onDecided: () => void) {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const id = String(project.id)
  const refresh = () => queryClient.invalidateQueries({ queryKey: distributionKeys.all })
  const known = { unknown_employee: t('check.refused.unknown_employee'), not_usable: t('check.refused.not_usable') }
  const fail = (error: unknown) => {
    const code = error instanceof ApiError ? error.fields[0]?.code : undefined
    const words = code !== undefined && code in known ? known[code as keyof typeof known] : undefined
    notify.failure(words ? new ApiError(422, { message: words }) : error)
  }
  const undo = async (back: DocumentDecision) => {
    try {
      await decideDocument(id, part.id, back)
      notify.success(t('check.restored'))
    } catch (error) {
      fail(error)
    }
    await refresh()
  }
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body }: Step) => decideDocument(id, part.id, body),
    onSuccess: (_, { told, goesOn, back }) => {
      if (back) notify.undo(told, () => void undo(back))
      else notify.success(told)
      if (goesOn) onDecided()
    },
    onError: fail,
    onSettled: refresh,
  })
  const back = whatItWas(part)
  return {
    isPending,
    assign: ({ technical_id, first_name, last_name }: EmployeeItem) => {
      const told = t('check.assigned', { name: `${first_name} ${last_name}` })
      mutate({ body: { employee_technical_id: technical_id }, told, goesOn: true, back })
    },
    leaveOut: () => mutate({ body: { left_out: true }, told: t('check.leftOut'), goesOn: true, back }),
    restore: () => mutate({ body: { restore: true }, told: t('check.restored'), goesOn: false }),
  }
}

/** The decision that makes a document what it is now. */
function whatItWas({ outcome, employee_technical_id }: DistributionDocument): DocumentDecision {
  if (outcome === 'left_out') return { left_out: true }
  return outcome === 'assigned' && employee_technical_id ? { employee_technical_id } : { restore: true }
}
