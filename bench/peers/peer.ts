import type { LoadJob } from '../harness/load/load.ts'
import type { Place } from './places.ts'

/** A program that keeps data which others read and write over HTTP, in a process of its own. */
export type Peer = {
  name: string
  pid: number
  /** From its start until it answered, once everything was set up. */
  startMs: number
  url: string
  headers: Record<string, string>
  /** A value by its key. */
  readOne(place: Place): string
  /** The first 20 values below one, by their English names. */
  readChildren(parent: string): string
  /** The first 20 values with a word. */
  search(word: string): string
  /** What adds values: each with the serial of the call in its path and its names. */
  creation: Pick<LoadJob, 'paths' | 'newValues' | 'forms'>
  /** One new value; its English name is known. */
  create(code: string, name: string): Promise<void>
  /** Takes a file of so many values, and answers when all are there; undefined if the program takes no files. */
  importFile?(rows: number): Promise<void>
  /** From now on an address is told of each new value. */
  subscribe(callbackUrl: string): Promise<void>
}

/** One call that has to succeed. */
export async function call<Body>(
  { url, headers }: Pick<Peer, 'url' | 'headers'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Body
}
