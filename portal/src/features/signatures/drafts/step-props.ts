import type { Options } from '#features/signatures/processes/processes.api.ts'
import type { DraftState } from './use-draft.ts'
import type { Step } from './wizard-steps.ts'

/** What a step of the wizard works with. */
export type StepProps = { state: DraftState; options: Options; onStep: (step: Step) => void }
