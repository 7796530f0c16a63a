import { randomInt } from 'node:crypto'
import type { JobContext } from '#kernel/jobs.ts'
import { type Client, systemActor, type Work } from '#kernel/work.ts'
import type { CodeJobData } from '#modules/signatures/job-names.ts'
import { recordEvidence } from '#modules/signatures/processes/evidence.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { updateSigner } from './queries.ts'

const LIFE_MS = 10 * 60 * 1000
const DIGITS = 6

/** Creates the code of a signer, which invalidates the one before. */
export async function createCode(
  { doWork, keyring }: Pick<JobContext, 'doWork' | 'keyring'>,
  client: Client,
  { process_id, signer_id }: CodeJobData,
): Promise<string> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  await doWork({ client, actor: systemActor }, async (work: Work) => {
    await updateSigner(work.tx, client, signer_id, {
      code_hash: codeHash(keyring, signer_id, code),
      code_expires_at: new Date(work.now.getTime() + LIFE_MS),
      code_tries: 0,
    })
    await recordEvidence(work, process_id, { action: 'code_sent', signerId: signer_id })
  })
  return code
}

export function codeHash(keyring: Keyring, signerId: string, code: string): Buffer {
  return keyring.fingerprint(`signing code ${signerId} ${code}`)
}
