import { Button, Group } from '@mantine/core'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PositionsStep } from '#features/signatures/positions/PositionsStep.tsx'
import {
  editPageOf,
  moveProcess,
  type Options,
  type Process,
  pageOf,
  signatureKeys,
} from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { DocumentStep } from './DocumentStep.tsx'
import type { Draft } from './draft.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { SignersStep } from './SignersStep.tsx'
import { StepList } from './StepList.tsx'
import { type DraftState, useDraft } from './use-draft.ts'
import { furthestStep, STEPS, type Step } from './wizard-steps.ts'

type WizardProps = { options: Options; first: Draft; process?: Process }

const PAGES_OF = {
  document: DocumentStep,
  signers: SignersStep,
  positions: PositionsStep,
  details: DetailsStep,
  review: ReviewStep,
}

/** A process from its document to its start, step by step. */
export function Wizard({ options, first, process }: WizardProps) {
  const state = useDraft(first, process)
  const { step, furthest, go } = useStep(state)
  const heading = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step) heading.current?.focus()
    before.current = step
  }, [step])
  const Current = PAGES_OF[step]
  return (
    <>
      <StepList current={step} furthest={furthest} errors={state.errors} onStep={go} />
      <div ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        <Current state={state} options={options} onStep={go} />
      </div>
      <Buttons state={state} step={step} onStep={go} />
    </>
  )
}

/** The step that the address names, or the last one that can be opened. */
function useStep({ draft, process }: DraftState) {
  const navigate = useNavigate()
  const named = useUrlFilters(['step']).values.step
  const furthest = furthestStep(draft, process !== undefined)
  const wanted = STEPS.indexOf(named as Step)
  const step = STEPS[Math.max(0, Math.min(wanted, furthest))] ?? 'document'
  const go = (next: Step) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, step: next }), resetScroll: true } as never)
  return { step, furthest, go }
}

type ButtonsProps = { state: DraftState; step: Step; onStep: (step: Step) => void }

function Buttons({ state, step, onStep }: ButtonsProps) {
  const t = useWords(signatureDraftWords)
  const { next, keep, start } = useMoves(state, step, onStep)
  // A manager who goes on while the document is being uploaded waits for it.
  const isBusy = useIsMutating({ mutationKey: signatureKeys.taking }) > 0 || state.isSaving
  const place = STEPS.indexOf(step)
  const previous = STEPS[place - 1]
  return (
    <Group justify="space-between" mt="lg" gap="sm">
      {previous ? (
        <Button variant="default" onClick={() => onStep(previous)}>
          {t('back')}
        </Button>
      ) : (
        <span />
      )}
      <Group gap="sm">
        {step !== 'document' && (
          <Button variant="default" disabled={isBusy} onClick={() => void keep()}>
            {t('keep')}
          </Button>
        )}
        <Button loading={isBusy} onClick={() => void (step === 'review' ? start() : next())}>
          {t(step === 'review' ? 'start' : 'next')}
        </Button>
      </Group>
    </Group>
  )
}

/** On to the next step, away with a draft, or the start: each keeps what was entered, or leads to what is wrong. */
function useMoves(state: DraftState, step: Step, onStep: (step: Step) => void) {
  const t = useWords(signatureDraftWords)
  const notify = useNotify()
  const router = useRouter()
  const client = useQueryClient()
  const isReady = () => {
    const wrong = STEPS.slice(0, STEPS.indexOf(step) + 1).find((one) => !state.check(one))
    if (wrong && wrong !== step) onStep(wrong)
    return wrong === undefined
  }
  const attempt = async (work: () => Promise<Process | undefined>): Promise<Process | undefined> => {
    if (!isReady()) return undefined
    const outcome = await state.attempt(work)
    if ('done' in outcome) return outcome.done
    if (outcome.step && outcome.step !== step) onStep(outcome.step)
    return undefined
  }
  const leave = (process: Process | undefined, words: 'kept' | 'started') => {
    if (!process) return
    router.history.push(pageOf(process.id))
    notify.success(t(words))
    // The page that is left is one of drafts; it must not see that this is none any more.
    setTimeout(() => client.setQueryData(signatureKeys.one(process.id), process))
  }
  return {
    async next() {
      const following = STEPS[STEPS.indexOf(step) + 1] ?? step
      if (step === 'document' && !state.process) return isReady() ? onStep(following) : undefined
      const saved = await attempt(state.save)
      if (!saved) return
      if (state.process) onStep(following)
      else router.history.replace(editPageOf(saved.id, following))
    },
    keep: async () => leave(await attempt(state.save), 'kept'),
    start: async () =>
      leave(
        await attempt(async () => {
          const saved = await state.save()
          return saved && moveProcess(saved.id, 'start')
        }),
        'started',
      ),
  }
}
