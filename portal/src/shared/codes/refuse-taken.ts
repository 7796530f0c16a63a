import { ApiError } from '#kernel/api/api-error.ts'

type CodeField = { field: string; message: string }

/** PUT would replace what has the code already; something new must not. `reading` asks for what has the code. */
export async function refuseTaken(reading: Promise<{ response: Response }>, { field, message }: CodeField) {
  const { response } = await reading
  if (!response.ok) return
  throw new ApiError(422, { code: 'taken', message, errors: [{ field, code: 'taken', message }] })
}
