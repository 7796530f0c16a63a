import { ApiError } from '#kernel/api/api-error.ts'

type CodeField = { field: string; message: string }

type Reading = { error?: unknown; response: Response }

/**
 * PUT would replace what has the code already; something new must not. `reading` asks for what has the code: only 404
 * says that nothing has.
 */
export async function refuseTaken(reading: Promise<Reading>, { field, message }: CodeField): Promise<void> {
  const { response, error } = await reading
  if (response.status === 404) return
  if (!response.ok) throw new ApiError(response.status, error, response.headers)
  throw new ApiError(422, { code: 'taken', message, errors: [{ field, code: 'taken', message }] })
}
