import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StartRefused } from '#platform/start-refused.ts'
import { parseBlobUrl, type S3Settings } from './blob-url.ts'

const AMAZON = { bucket: 'files', prefix: '', pathStyle: false }
const ELSEWHERE = { ...AMAZON, endpoint: 'https://s3.example', region: 'us-east-1', pathStyle: true }

describe('a BLOB_URL', () => {
  const cases: Record<string, S3Settings> = {
    's3://files': AMAZON,
    's3://files/': AMAZON,
    's3://hr.files-1': { ...AMAZON, bucket: 'hr.files-1' },
    's3://files/hr': { ...AMAZON, prefix: 'hr/' },
    's3://files/hr/prod_2.0/': { ...AMAZON, prefix: 'hr/prod_2.0/' },
    's3://files?region=eu-west-3': { ...AMAZON, region: 'eu-west-3' },
    's3://files?path_style=true': { ...AMAZON, pathStyle: true },
    's3://files?endpoint=https://s3.example': ELSEWHERE,
    's3://files?endpoint=https%3A%2F%2Fs3.example': ELSEWHERE,
    's3://files?endpoint=http://10.1.2.3:9000/s3': { ...ELSEWHERE, endpoint: 'http://10.1.2.3:9000/s3' },
    's3://files?endpoint=https://s3.example&path_style=false': { ...ELSEWHERE, pathStyle: false },
    's3://files/hr?endpoint=https://s3.example&region=eu': { ...ELSEWHERE, prefix: 'hr/', region: 'eu' },
    's3://AKIA:hunter2@files': { ...AMAZON, credentials: { accessKeyId: 'AKIA', secretAccessKey: 'hunter2' } },
    's3://a%40b:h%2Fu%3An%2Bt%25@files': {
      ...AMAZON,
      credentials: { accessKeyId: 'a@b', secretAccessKey: 'h/u:n+t%' },
    },
  }
  for (const [url, settings] of Object.entries(cases)) {
    test(`is read: ${url}`, () => {
      assert.deepEqual(parseBlobUrl(url), settings)
    })
  }
})

describe('a BLOB_URL that cannot be used', () => {
  const cases: Record<string, RegExp> = {
    files: /cannot be read/,
    'https://files': /cannot be read/,
    's3://': /bucket is missing or invalid/,
    's3:///hr': /bucket is missing or invalid/,
    's3://Files': /bucket is missing or invalid/,
    's3://fi': /bucket is missing or invalid/,
    's3://my_files': /bucket is missing or invalid/,
    's3://files:9000': /not percent-encoded/,
    's3://files#hr': /cannot be read/,
    's3://files/h r': /the prefix takes/,
    's3://files/a@b': /the prefix takes/,
    's3://files?pathstyle=true': /only parameters are endpoint, region, path_style/,
    's3://files?path_style=yes': /path_style is true or false/,
    's3://files?endpoint=s3.example': /the endpoint is an address/,
    's3://files?endpoint=ftp://s3.example': /the endpoint is an address/,
    's3://files?endpoint=': /the endpoint is an address/,
    's3://files?endpoint=https://me:hunter2@s3.example': /the endpoint is an address/,
    's3://files?endpoint=https://s3.example/?hunter2': /the endpoint is an address/,
    's3://files?hunter2=x': /only parameters are/,
    's3://hunter2@files': /a key needs its secret/,
    's3://:hunter2@files': /a key needs its secret/,
    's3://AKIA:hunter2%@files': /not percent-encoded/,
    's3://AKIA:hunter2/x@files': /not percent-encoded/,
    's3://AKIA:22/hunter2@files': /not percent-encoded/,
    's3://AKIA:22?hunter2@files': /not percent-encoded/,
    's3://AKIA:22#hunter2@files': /not percent-encoded/,
  }
  for (const [url, reason] of Object.entries(cases)) {
    test(`stops the start with one line that names it, without a word of the secret: ${url}`, () => {
      const refusal = refusalOf(url)

      assert.match(refusal.message, /^BLOB_URL is not valid: .+\. Expected s3:.+$/)
      assert.match(refusal.message, reason)
      assert.doesNotMatch(refusal.stack ?? '', /hunter2/)
    })
  }
})

function refusalOf(url: string): StartRefused {
  try {
    parseBlobUrl(url)
  } catch (error) {
    assert.ok(error instanceof StartRefused)
    return error
  }
  return assert.fail('taken')
}
