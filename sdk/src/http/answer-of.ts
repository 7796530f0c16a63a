import { DossierError } from './dossier-error.ts'

type Answered<Data> = { data?: Data; error?: unknown; response: Response }

/** What a call answered; a refusal is thrown. */
export async function answerOf<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) throw new DossierError(response, error)
  return data as Data
}

/** The answer to a call for a file, with its body unread; throws if the call is refused. */
export async function fileOf(call: Promise<Answered<unknown>>): Promise<Response> {
  const { error, response } = await call
  if (!response.ok) throw new DossierError(response, error)
  return response
}

/** What a HEAD tells of a file: its `content-type`, `content-length` and `etag`. */
export async function headersOf(call: Promise<Answered<unknown>>): Promise<Headers> {
  return (await fileOf(call)).headers
}

export function at<Path>(path: Path) {
  return { params: { path } }
}
