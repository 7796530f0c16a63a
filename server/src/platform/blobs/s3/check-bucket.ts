import { GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { StartRefused } from '#platform/start-refused.ts'
import type { S3Settings } from './blob-url.ts'
import { openClient, type S3Timeouts } from './open-client.ts'

const MISTAKES: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'the access key is unknown',
  SignatureDoesNotMatch: 'the secret does not belong to the access key',
  AccessDenied: 'the access key may not read objects of the bucket, or not list them',
  RequestTimeTooSkewed: 'the clocks of this machine and of the object storage differ too much',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the region is not that of the bucket',
  ExpiredToken: 'the credentials have expired',
  InvalidToken: 'the credentials are not valid',
  CredentialsProviderError: 'it names no key, and the environment has no credentials',
}

/** A start does not wait longer for an object storage that is down, which is no mistake in the settings. */
const MAX_CHECK_MS = 3000

/**
 * Refuses a start whose settings cannot work. Asks for an object that is not there: the answer to HEAD has no body, and so
 * does not tell a wrong secret from a missing permission. `name` is what the operator calls the address.
 */
export async function checkBucket(name: string, settings: S3Settings, timeouts: S3Timeouts = {}): Promise<void> {
  const client = openClient(settings, {
    connectMs: MAX_CHECK_MS,
    idleMs: MAX_CHECK_MS,
    totalMs: MAX_CHECK_MS,
    ...timeouts,
  })
  try {
    const probe = { Bucket: settings.bucket, Key: `${settings.prefix}files/probe`, Range: 'bytes=0-0' }
    const { Body } = await client.send(new GetObjectCommand(probe))
    await Body?.transformToByteArray()
  } catch (error) {
    const code = nameOf(error)
    const mistake = Object.hasOwn(MISTAKES, code) ? MISTAKES[code] : undefined
    if (mistake) throw new StartRefused(`${name} (bucket ${settings.bucket}) cannot be used: ${mistake} (${code}).`)
  } finally {
    client.destroy()
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // Some answers have a code only, which the client of S3 does not take for the name of the error.
  if (error instanceof S3ServiceException && 'Code' in error && typeof error.Code === 'string') return error.Code
  return error.name
}
