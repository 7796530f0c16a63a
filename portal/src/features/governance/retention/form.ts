import type { UseFormReturnType } from '#kernel/api/use-form.ts'
import type { PolicyValues } from './policy-form.ts'

/** The form of a policy; the id is given once, to a new one. */
export type Form = UseFormReturnType<PolicyValues & { id: string }>
