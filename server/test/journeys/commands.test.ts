import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { COMMANDS } from '#commands/index.ts'
import { aKeyPair, startSshd } from '#test/harness/files/sshd.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { aDemoFolder, aMigratedFolder } from '#test/harness/processes/data-folders.ts'
import { aFolder, startService } from '#test/harness/processes/service.ts'

const SETUP = `
clients:
  - id: acme
    languages: [en-us, fr-fr]
    applications: [{ id: payroll }]
    datasets: [{ id: sites, localized_names: [], dimensions: [{ id: country, localized_names: [] }] }]
    payroll_robots: []
`

async function requestToken(url: string, secret: string): Promise<number> {
  const answer = await fetch(`${url}/api/v2/client/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`payroll:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: 'acme' }),
  })
  return answer.status
}

async function askWithKey(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/api/none/`, { headers: { 'x-api-key': key } })).status
}

describe('dossier', () => {
  test('--help lists the commands, and each has a page', async () => {
    const { code, stdout } = await dossier(['--help'])
    const names = [...stdout.matchAll(/^ {2}([\w-]+) {2,}/gm)].map(([, name]) => name ?? '')
    const page = await dossier(['verify-files', '--help'])

    assert.equal(code, 0)
    assert.deepEqual(names, [
      'start',
      'apply',
      'migrate',
      'distribute',
      'issue-application',
      'issue-key',
      'revoke',
      'import-dataset',
      'verify-files',
      'verify-audit',
      'backup',
      'restore',
      'rotate-key',
      'demo',
      'doctor',
    ])
    assert.equal(page.code, 0)
    assert.match(page.stdout, /^dossier verify-files \[--json\]\n\nReads every file/)
    for (const { name, help } of COMMANDS) assert.ok(help.split('\n').length >= 2, name)
  })

  test('a command that is not there, or is called wrongly, ends with 2 and says how', async () => {
    const unknown = await dossier(['dance'])
    const wrong = await dossier(['apply'])
    const flag = await dossier(['migrate', '--fast'])

    assert.deepEqual([unknown.code, wrong.code, flag.code], [2, 2, 2])
    assert.match(unknown.stderr, /Unknown command dance/)
    assert.match(wrong.stderr, /^Usage: dossier apply FILE/)
  })

  test('apply works without a service, changes nothing the second time, and names what it skips', async () => {
    const folder = await aFolder()
    const file = join(folder, 'setup.yaml')
    await writeFile(file, SETUP)
    const env = { DATA_DIR: join(folder, 'data') }

    const first = await dossier(['apply', file], env)
    const second = await dossier(['apply', file], env)

    assert.deepEqual([first.code, second.code], [0, 0], first.stderr + second.stderr)
    assert.match(first.stdout, /created application payroll\n/)
    assert.match(first.stdout, /secret of application payroll \(shown once\): [\w-]{43}\n/)
    assert.match(first.stdout, /not known to this version, skipped: payroll_robots\n/)
    assert.match(second.stdout, /^client acme: nothing changed\n/)
    assert.doesNotMatch(second.stdout, /secret/)
  })

  test('credentials are issued and revoked while the service runs on the same data', async () => {
    const folder = await aFolder()
    const file = join(folder, 'setup.yaml')
    await writeFile(file, SETUP)
    const { url, dataDir, end } = await startService(await aDemoFolder())
    const env = { DATA_DIR: dataDir }
    await dossier(['apply', file], env)

    const application = JSON.parse((await dossier(['issue-application', 'acme', 'payroll', '--json'], env)).stdout)
    const key = JSON.parse((await dossier(['issue-key', 'acme', 'main', '--json'], env)).stdout)
    const issued = [await requestToken(url, application.application_secret), await askWithKey(url, key.key)]
    const revoked = await dossier(['revoke', 'acme', 'application', 'payroll'], env)
    const after = await requestToken(url, application.application_secret)
    const applied = await dossier(['apply', file], env)
    const refused = await dossier(['issue-application', 'acme', 'payroll'], env)
    const again = await dossier(['apply', file, '--reissue'], env)
    const [, secret = ''] = /secret of application payroll \(shown once\): ([\w-]+)/.exec(again.stdout) ?? []

    assert.deepEqual(issued, [200, 404])
    assert.equal(revoked.code, 0)
    assert.equal(after, 401)
    const left = 'application payroll: revoked, left as is; use --reissue to issue it again\n'
    assert.ok(applied.stdout.includes(left), applied.stdout)
    assert.deepEqual([refused.code, refused.stdout, refused.stderr], [1, '', left])
    assert.equal(await requestToken(url, secret), 200)
    assert.equal(await end('SIGTERM'), 0)
  })

  test('what cannot be issued is refused in words, exit code 1', async () => {
    const env = { DATA_DIR: await aMigratedFolder() }

    const noClient = await dossier(['issue-key', 'nobody', 'main'], env)
    const badRange = await dossier(['issue-key', 'nobody', 'main', '--allow', 'everywhere'], env)
    const badDate = await dossier(['issue-key', 'nobody', 'main', '--expires', 'soon'], env)
    const badPermission = await dossier(['issue-application', 'nobody', 'app', '--permissions', 'all'], env)

    assert.deepEqual([noClient.code, badRange.code, badDate.code, badPermission.code], [1, 1, 1, 1])
    assert.equal(noClient.stderr, 'Client nobody not found.\n')
    assert.match(badRange.stderr, /allowed_addresses\.0: This is neither an IP address/)
    assert.match(badDate.stderr, /expires_at: /)
    assert.match(badPermission.stderr, /permissions\.0: /)
  })

  test('doctor looks at every part, and ends with 1 when one is not fine', async () => {
    const env = { DATA_DIR: await aMigratedFolder() }

    const fine = await dossier(['doctor'], env)
    const unwell = await dossier(['doctor'], { ...env, SMTP_URL: 'smtp://127.0.0.1:1' })

    assert.equal(fine.code, 0, fine.stdout + fine.stderr)
    assert.equal(fine.stdout.match(/^ok {4}/gm)?.length, 7)
    assert.equal(unwell.code, 1)
    assert.match(unwell.stdout, /^FAIL {2}mail: /m)
  })

  test('doctor looks at the carriers of paper, and at the addresses of the set-up file for callbacks', async () => {
    const folder = await aFolder()
    const root = await aFolder()
    const sshd = await startSshd()
    await mkdir(join(root, 'printer'))
    const sftp = (hostKey: string) => ({
      kind: 'sftp',
      host: sshd.host,
      port: sshd.port,
      user: sshd.user,
      directory: sshd.directory,
      private_key: sshd.privateKey,
      host_key: hostKey,
    })
    const paper_configurations = [
      { code: 'by-hand' },
      { code: 'by-folder', carrier: { kind: 'folder', folder: 'printer' } },
      { code: 'by-https', carrier: { kind: 'https', url: 'https://127.0.0.1/' } },
      { code: 'by-sftp', carrier: sftp(sshd.hostKey) },
      { code: 'by-wrong-sftp', carrier: sftp(aKeyPair().fingerprint) },
    ]
    const file = join(folder, 'setup.json')
    const client = (id: string, distribution_callback_url: string) => ({
      id,
      languages: ['en-us'],
      distribution_callback_url,
    })
    const clients = [
      { ...client('acme', 'http://127.0.0.1/in'), distribution: { paper_configurations } },
      client('globex', 'https://93.184.215.14/in'),
    ]
    await writeFile(file, JSON.stringify({ clients }))
    const env = { DATA_DIR: await aMigratedFolder(), WEBHOOK_ALLOW_PRIVATE: 'true' }
    const applied = await dossier(['apply', file], env)

    const { code, stdout } = await dossier(['doctor'], { ...env, CARRIER_ROOT: root })
    const guarded = await dossier(['doctor'], { ...env, WEBHOOK_ALLOW_PRIVATE: 'false' })

    assert.equal(applied.code, 0, applied.stderr)
    assert.match(stdout, /^ok {4}carrier of acme by-folder: the folder .*printer takes files$/m)
    assert.match(stdout, /^ok {4}carrier of acme by-https: /m)
    assert.match(stdout, /^ok {4}carrier of acme by-sftp: 127\.0\.0\.1 has the pinned host key/m)
    assert.match(stdout, /^FAIL {2}carrier of acme by-wrong-sftp: The server presented another host key/m)
    assert.doesNotMatch(stdout, /by-hand|PRIVATE KEY/)
    assert.equal(code, 1)
    assert.match(guarded.stdout, /^FAIL {2}carrier of acme by-folder: CARRIER_ROOT is not set/m)
    assert.match(guarded.stdout, /^FAIL {2}carrier of acme by-https: .*private_address/m)
    assert.match(guarded.stdout, /^FAIL {2}carrier of acme by-sftp: The address is not allowed/m)
    assert.match(guarded.stdout, /^FAIL {2}distribution_callback_url of acme: .*private or reserved/m)
    assert.match(guarded.stdout, /^ok {4}distribution_callback_url of globex: /m)
    assert.equal(guarded.code, 1)
  })

  test('migrate says what it did, and that there is nothing left to do', async () => {
    const env = { DATA_DIR: await aFolder() }

    const first = await dossier(['migrate'], env)
    const second = await dossier(['migrate'], env)

    assert.match(first.stdout, /^Applied 0001-clients, /)
    assert.equal(second.stdout, 'The database is up to date.\n')
  })

  test('distribute refuses a database without Citus in one line, and migrates nothing', async () => {
    const env = { DATA_DIR: await aFolder() }

    const { code, stdout, stderr } = await dossier(['distribute'], env)
    const migrated = await dossier(['migrate'], env)

    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(stderr, 'The database has no extension citus (docs/operations/scale-out.md says what it needs).\n')
    assert.match(migrated.stdout, /^Applied 0001-clients, /)
  })
})
