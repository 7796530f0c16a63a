import {
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
  // biome-ignore lint/style/noRestrictedImports: this is the place that guards it.
  useMutation as useUnguardedMutation,
} from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { SingleFlight } from './single-flight.ts'

type Options<Data, Failure, Variables, Context> = UseMutationOptions<Data, Failure, Variables, Context>

/**
 * A change that a person asks for. It is made once however often the button is hit: what is asked for again while it is
 * being made, or right after, gets the answer to the first call. An error in a success handler is a mistake of the page:
 * it is reported as one, and the change still counts as made.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: Options<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const inner = useUnguardedMutation(withSafeSuccess(options))
  const flight = useRef(new SingleFlight<Data>())
  const { mutateAsync: send } = inner
  return useMemo(() => {
    const mutateAsync: typeof send = (...given) => {
      const [variables, callbacks] = given
      const safe = (callbacks ? [variables, withSafeSuccess(callbacks)] : given) as typeof given
      return flight.current.run(variables, () => send(...safe))
    }
    const mutate: typeof inner.mutate = (...given) => void mutateAsync(...given).catch(() => {})
    return { ...inner, mutate, mutateAsync }
  }, [inner, send])
}

type Handlers = { onSuccess?: (...given: never[]) => unknown }

function withSafeSuccess<H extends object>(handlers: H): H {
  const { onSuccess } = handlers as Handlers
  if (!onSuccess) return handlers
  const safe = async (...given: never[]) => {
    try {
      await onSuccess(...given)
    } catch (error) {
      reportError(error)
    }
  }
  return { ...handlers, onSuccess: safe }
}
