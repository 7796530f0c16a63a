import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3'
import { EICAR, EICAR_NAME, startClamd } from '#test/harness/files/clamd.ts'
import { startS3 } from '#test/harness/files/s3.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { aMigratedFolder } from '#test/harness/processes/data-folders.ts'
import { aFolder, startService } from '#test/harness/processes/service.ts'
import { keyInFile, setupInFile } from '#test/harness/setup.ts'

const s3 = await startS3()
const clamd = await startClamd()
after(() => Promise.all([s3.stop(), clamd.close()]))

const dataDir = await aMigratedFolder()
const setupFile = join(await aFolder(), 'set-up.json')
const [acme] = setupInFile.clients
const documentTypes = [{ id: 1, code: 'policy', kind: 'company' }]
const organizations = [{ code: 'HQ', name: 'Headquarters' }]
await writeFile(setupFile, JSON.stringify({ clients: [{ ...acme, organizations, document_types: documentTypes }] }))
const { port } = clamd.address as { port: number }
const env = { BLOB_URL: s3.url, CLAMD_URL: `tcp://127.0.0.1:${port}`, SETUP_FILE: setupFile }

async function upload(url: string, content: Buffer): Promise<Response> {
  const form = new FormData()
  form.append('data', JSON.stringify({ title: 'Policy', document_type_code: 'policy', organization_codes: ['HQ'] }))
  form.append('file', new File([new Uint8Array(content)], 'policy.bin'))
  return fetch(`${url}/api/v1/enterprise/documents/`, {
    method: 'POST',
    headers: { 'x-api-key': keyInFile('acme-api-key') },
    body: form,
  })
}

describe('a service with its files in S3 and a virus scan', () => {
  test('keeps what is clean in the bucket, encrypted; refuses what is not; and its commands look after both', async () => {
    const service = await startService({ dataDir, env })
    const content = Buffer.concat([Buffer.from('the secret policy'), randomBytes(300_000)])

    const clean = await upload(service.url, content)
    const infected = await upload(service.url, Buffer.from(EICAR))

    assert.equal(clean.status, 201)
    assert.equal(infected.status, 400)
    const message = `The virus scan found ${EICAR_NAME} in the file.`
    assert.deepEqual(await infected.json(), { code: 1426, message })
    const [path = '', ...others] = await s3.objects()
    assert.match(path, /^files\/[\da-f]{2}\/[\da-f]{64}$/)
    assert.deepEqual(others, [])
    assert.ok(!(await readdir(dataDir)).includes('files'))
    const stored = { Bucket: s3.bucket, Key: path }
    const { Body } = await s3.client.send(new GetObjectCommand(stored))
    assert.ok(!Buffer.from((await Body?.transformToByteArray()) ?? []).includes('the secret policy'))

    const key = path.slice(-64)
    const whole = await dossier(['verify-files'], { ...env, DATA_DIR: dataDir })
    await s3.client.send(new DeleteObjectCommand(stored))
    const missing = await dossier(['verify-files'], { ...env, DATA_DIR: dataDir })
    const doctor = await dossier(['doctor'], { ...env, DATA_DIR: dataDir })

    assert.deepEqual([whole.code, whole.stdout], [0, `1 file, ${content.length} bytes: all are whole.\n`])
    assert.equal(missing.code, 1)
    const { id } = (await clean.json()) as { id: string }
    assert.ok(missing.stdout.startsWith(`missing  ${key}  document ${id}\n`), missing.stdout)
    assert.match(doctor.stdout, /^ok {4}file store: /m)
    assert.match(doctor.stdout, /^ok {4}virus scan: ClamAV /m)
    assert.equal(await service.end('SIGTERM'), 0)
  })

  test('is not started with a secret that is not that of the key: one line says so, without the secret', async () => {
    const secret = s3.settings.credentials?.secretAccessKey ?? ''
    const wrong = { ...env, DATA_DIR: dataDir, BLOB_URL: s3.url.replace(secret, 'hunter2') }

    const refused = await dossier(['start'], wrong)
    const doctor = await dossier(['doctor'], wrong)

    assert.equal(refused.code, 1)
    assert.match(doctor.stdout, /file store: BLOB_URL \(bucket .+\) cannot be used: the secret does not belong/)
    const [line = '', ...more] = refused.stderr.trim().split('\n')
    assert.match(line, /BLOB_URL \(bucket .+\) cannot be used: the secret does not belong to the access key/)
    assert.deepEqual(more, [])
    assert.ok(!`${refused.stdout}${refused.stderr}`.includes('hunter2'))
  })
})
