import { contextIn } from '#platform/crypto/encrypted-column.ts'
import { isSame, type Keyring } from '#platform/crypto/keyring.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DoWork, Work, WorkCaller, WorkOptions } from '#platform/db/work.ts'
import { Problem } from '#platform/problem.ts'
import type { CallDigest } from './call-digest.ts'
import { findKey, idempotentAnswerColumn, type KeyRow, storeKey, tryLockKey } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** No answer to a POST comes near it. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export type StoredAnswer = { status: number; headers: Record<string, string>; body: string | null }

export type IdempotencyDeps<Caller extends WorkCaller> = {
  db: Db
  doWork: DoWork<Caller>
  keyring: Keyring
  clock: { now(): Date }
}

type OpenWork<Caller extends WorkCaller> = {
  work: Work<Caller>
  answer(stored: StoredAnswer | undefined): void
  done: Promise<unknown>
}

/** The call was refused: what it changed is rolled back. */
class Refused extends Error {}

/**
 * A call with an Idempotency-Key. What it changes and the answer to it are stored in one transaction: the work of the
 * handler stays open until its answer is known. A process that dies in between leaves neither, and the key is free.
 */
export class IdempotentCall<Caller extends WorkCaller = WorkCaller> {
  readonly digest: CallDigest
  readonly #deps: IdempotencyDeps<Caller>
  readonly #caller: Caller
  readonly #id: string
  #held: OpenWork<Caller> | undefined

  constructor(
    deps: IdempotencyDeps<Caller>,
    caller: Caller,
    given: { key: string; credentials: string; digest: CallDigest },
  ) {
    this.#deps = deps
    this.#caller = caller
    this.#id = deps.keyring.fingerprint(JSON.stringify([given.credentials, caller.actor.id, given.key])).toString('hex')
    this.digest = given.digest
  }

  /** The answer to an earlier call with this key, if it was the same call; `readBody` lets the rest of this one come. */
  async replay(readBody: () => Promise<void>): Promise<StoredAnswer | undefined> {
    const row = await this.#find(this.#deps.db)
    if (!row) return undefined
    await readBody()
    if (!isSame(row.digest, this.digest.finish())) throw reusedKey()
    return JSON.parse(this.#deps.keyring.decrypt(row.encrypted_answer, this.#context))
  }

  /** Does the work of the call. Further works of the same call are part of the same transaction. */
  work<T>(operation: (work: Work<Caller>) => Promise<T>, options: WorkOptions = {}): Promise<T> {
    if (this.#held) return operation(this.#held.work)
    const { promise: answered, resolve: answer } = Promise.withResolvers<StoredAnswer | undefined>()
    return new Promise((resolve, reject) => {
      const done = this.#deps.doWork(
        this.#caller,
        async (work) => {
          await this.#claim(work.tx)
          return operation(work)
        },
        {
          ...options,
          isOneStatement: false,
          beforeCommit: async (work, result) => {
            this.#held = { work, answer, done }
            resolve(result as T)
            const stored = await answered
            if (!stored) throw new Refused()
            await this.#store(work, stored)
          },
        },
      )
      done.catch(reject)
    })
  }

  /** Commits the work with its answer; without one, rolls it back. */
  async finish(stored: StoredAnswer | undefined): Promise<void> {
    const held = this.#held
    if (stored && (stored.body?.length ?? 0) > MAX_ANSWER_BYTES) {
      await this.finish(undefined)
      throw answerTooLarge()
    }
    if (!held) {
      if (stored) await this.#deps.doWork(this.#caller, (work) => this.#store(work, stored))
      return
    }
    this.#held = undefined
    held.answer(stored)
    await held.done.catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
    })
  }

  /** Locks the key until the transaction ends, and refuses one that was used already. */
  async #claim(tx: Tx): Promise<void> {
    const isOurs = await tryLockKey(tx, this.#caller.client.id, this.#id)
    if (!isOurs || (await this.#find(tx))) throw keyInUse()
  }

  #find(db: Db): Promise<KeyRow | undefined> {
    return findKey(db, this.#caller.client.id, this.#id, this.#deps.clock.now())
  }

  #store({ tx, client }: Work, answer: StoredAnswer): Promise<void> {
    return storeKey(tx, {
      client_id: client.id,
      id: this.#id,
      digest: this.digest.finish(),
      encrypted_answer: this.#deps.keyring.encrypt(JSON.stringify(answer), this.#context),
      expires_at: new Date(this.#deps.clock.now().getTime() + DAY_MS),
    })
  }

  get #context() {
    return contextIn(idempotentAnswerColumn, this.#caller.client.id, this.#id)
  }
}

function reusedKey(): Problem {
  const message = 'This Idempotency-Key was used for another call within the last 24 hours.'
  return new Problem('unprocessable', 'idempotency_key_reused', message, {
    fields: [{ field: 'Idempotency-Key', code: 'idempotency_key_reused', message }],
  })
}

function keyInUse(): Problem {
  const message = 'A call with this Idempotency-Key is still in progress. Try again.'
  return new Problem('conflict', 'idempotency_key_in_use', message, { headers: { 'retry-after': '1' } })
}

function answerTooLarge(): Problem {
  const message = 'The answer is too large to be kept under an Idempotency-Key. Nothing was changed.'
  return new Problem('unprocessable', 'idempotent_answer_too_large', message, {
    fields: [{ field: 'Idempotency-Key', code: 'idempotent_answer_too_large', message }],
  })
}
