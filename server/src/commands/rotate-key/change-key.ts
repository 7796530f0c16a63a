import { setTimeout as delay } from 'node:timers/promises'
import { renewBlobs } from '#platform/blobs/renew-blobs.ts'
import { endKeyChange, findKeyChange } from '#platform/db/encryption/key-change.ts'
import { UNUSED_AFTER_SECONDS } from '#platform/db/encryption/key-use.ts'
import { type Renewed, renewColumn } from '#platform/db/encryption/renew-ciphertexts.ts'
import { renewJobTexts } from '#platform/jobs/renew-job-texts.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { type Deps, ENCRYPTED_COLUMNS, ENCRYPTED_JOB_FIELDS } from '#src/deps.ts'

export type KeyChangeReport = {
  texts: Renewed
  files: { seen: number; renewed: number; damaged: string[] }
  /** How often everything was looked through; the last time there was nothing left to do. */
  passes: number
}

type Watch = { say(line: string): void; count(done: number): void }

/** What is written under the key before while a pass runs is found by the next one. Writers end, or the command gives up. */
const MAX_PASSES = 20
const WAIT_MS = 1000

/** Brings everything under the SECRET_KEY of this process; undefined if everything lies under it already. */
export async function changeKey(deps: Deps, watch: Watch): Promise<KeyChangeReport | undefined> {
  const change = await findKeyChange(deps.db, deps.keyring)
  if (!change) return undefined
  if (!change.isForward) {
    throw new StartRefused('SECRET_KEY is the key before: set it to the new one, and SECRET_KEY_ACCEPTED to this one.')
  }
  const texts = { seen: 0, renewed: 0, unreadable: 0 }
  const files: KeyChangeReport['files'] = { seen: 0, renewed: 0, damaged: [] }
  for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
    const mayHaveWriter = passes === 1 && change.unusedSeconds <= UNUSED_AFTER_SECONDS
    if (passes > 1) await untilUnused(deps, watch)
    const inTexts = await renewTexts(deps, watch)
    const inFiles = await renewBlobs(deps, watch.count)
    Object.assign(texts, { ...inTexts, renewed: texts.renewed + inTexts.renewed })
    Object.assign(files, { ...inFiles, renewed: files.renewed + inFiles.renewed })
    watch.say(
      `Pass ${passes}: ${inTexts.renewed} of ${inTexts.seen} texts and ${inFiles.renewed} of ${inFiles.seen} files brought under the new key`,
    )
    // A pass that a writer of the key before may have overtaken proves nothing.
    const isClean = !mayHaveWriter && inTexts.renewed === 0 && inFiles.renewed === 0
    if (isClean && (await endKeyChange(deps.db, deps.keyring))) return { texts, files, passes }
  }
  throw new StartRefused(
    `After ${MAX_PASSES} passes, data still comes in under the key before; run dossier rotate-key again.`,
  )
}

async function renewTexts({ db, keyring }: Deps, watch: Watch): Promise<Renewed> {
  const total = { seen: 0, renewed: 0, unreadable: 0 }
  const add = ({ seen, renewed, unreadable }: Renewed) => {
    total.seen += seen
    total.renewed += renewed
    total.unreadable += unreadable
  }
  for (const column of ENCRYPTED_COLUMNS) {
    const before = total.seen
    let rows = 0
    add(
      await renewColumn(db, keyring, column, (more) => {
        rows += more
        watch.count(before + rows)
      }),
    )
  }
  for (const field of ENCRYPTED_JOB_FIELDS) add(await renewJobTexts(db, keyring, field))
  return total
}

/** What comes in after the last pass would stay under the key before. */
async function untilUnused({ db, keyring }: Deps, watch: Watch): Promise<void> {
  let isSaid = false
  for (;;) {
    const change = await findKeyChange(db, keyring)
    if (!change || change.unusedSeconds > UNUSED_AFTER_SECONDS) return
    if (!isSaid) watch.say(`Waiting until no process has written under the key before for ${UNUSED_AFTER_SECONDS} s …`)
    isSaid = true
    await delay(WAIT_MS)
  }
}
