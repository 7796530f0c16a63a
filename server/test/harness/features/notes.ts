import assert from 'node:assert/strict'
import { remindManagers } from '#modules/notes/jobs.ts'
import { presentNote } from '#modules/notes/present.ts'
import { findNote } from '#modules/notes/queries.ts'
import type { Note } from '#modules/notes/schemas.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import type { TestApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'

export type NoteKind = 'employees' | 'documents'

/** Calls about notes of the client acme. */
export function noteCalls(service: TestApp) {
  const { app, db } = service

  /** A group B call. */
  function post(
    kind: NoteKind,
    body: object | string,
    headers: Record<string, string> = { 'x-api-key': 'acme-api-key' },
  ) {
    return app.inject({
      method: 'POST',
      url: `/api/v1/notes/${kind}/`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
  }

  /** A note that is accepted; answers its id. */
  async function written(kind: NoteKind, body: object): Promise<string> {
    const answer = await post(kind, { description: 'A note', ...body })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json().id
  }

  /** A note as it is stored: the clock may be far beyond the life of a token. */
  async function stored(id: string): Promise<Note> {
    const row = await findNote(db, acme.client, id)
    return presentNote(row ?? assert.fail('no such note'))
  }

  return { post, written, stored }
}

type Reminding = { mailer?: Mailer; now?: Date; signal?: AbortSignal }

/** Runs the job that reminds, here and now or as if it were another moment. */
export async function remind(service: TestApp, options: Reminding = {}): Promise<void> {
  const { mailer = service.mailer, now, signal = new AbortController().signal } = options
  const clock = now ? { now: () => now } : service.clock
  await remindManagers.run({}, { ...service, mailer, clock, signal })
}

/** A mailer that keeps what it is given, unless it is told to fail. */
export function aRecordingMailer(fails: (mail: Mail) => unknown = () => false) {
  const sent: Mail[] = []
  /** Every call, whether it failed or not. */
  const asked: Mail[] = []
  const mailer: Mailer = {
    transport: 'smtp',
    async send(mail) {
      asked.push(mail)
      if (await fails(mail)) throw new Error('The mail was not sent.')
      sent.push(mail)
    },
    check: async () => {},
    close: async () => {},
  }
  return { mailer, sent, asked, addresses: () => sent.map((one) => one.to).toSorted() }
}
