import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './blob-url.ts'
import { retryWithin } from './retries.ts'

export type S3Timeouts = { connectMs?: number; idleMs?: number; totalMs?: number }

/** No call begins again after `totalMs`; none waits longer than `idleMs` for the next byte. */
export function openClient(
  { endpoint, region, credentials, pathStyle }: S3Settings,
  { connectMs = 5000, idleMs = 20_000, totalMs = 45_000 }: S3Timeouts,
): S3Client {
  // A download holds a connection as long as it takes; with a limit, slow readers would block all others.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  return new S3Client({
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
    retryStrategy: retryWithin(totalMs),
    // Every body is sent with its SHA-256 as it is; other checksums are what many servers do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
