import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { isInstalled } from '#test/harness/processes/installed.ts'
import { ensurePackages } from '../../../scripts/ensure-packages.ts'
import { execute } from './npm-package.ts'

const ROOT = join(import.meta.dirname, '../../..')
const NEEDED = { POSTGRES_PASSWORD: 'secret', SECRET_KEY: 'a'.repeat(32), PUBLIC_URL: 'https://hr.example.com' }

type Composed = {
  services: Record<string, { environment?: Record<string, string>; read_only?: boolean; profiles?: string[] }>
}

const need = { name: 'docker-compose', isThere: () => isInstalled('docker-compose'), packages: ['docker-compose'] }
assert.ok(ensurePackages((line) => void process.stderr.write(`${line}\n`), { needs: [need] }))

async function compose(env: Record<string, string>): Promise<Composed> {
  const { PATH } = process.env
  const { stdout } = await execute('docker-compose', ['config'], { cwd: ROOT, env: { PATH, ...env } })
  return parse(stdout)
}

describe('compose.yaml', () => {
  test('gives the service and the worker the same settings', async () => {
    const { services } = await compose(NEEDED)

    const { ROLE: api, ...settings } = services.api?.environment ?? {}
    const { ROLE: worker, WORKER_PORT: _, ...others } = services.worker?.environment ?? {}
    assert.deepEqual([api, worker, others], ['api', 'worker', settings])
    assert.deepEqual([services.api?.read_only, services.worker?.read_only], [true, true])
  })

  test('starts further services by their profiles only', async () => {
    const { services } = await compose(NEEDED)

    const profiles = Object.entries(services).map(([name, service]) => [name, service.profiles])
    assert.deepEqual(Object.fromEntries(profiles), {
      api: undefined,
      caddy: ['caddy'],
      clamav: ['clamav'],
      db: undefined,
      minio: ['minio'],
      worker: undefined,
    })
  })

  for (const name of Object.keys(NEEDED)) {
    test(`is refused without ${name}`, async () => {
      const others = Object.fromEntries(Object.entries(NEEDED).filter(([other]) => other !== name))

      await assert.rejects(compose(others), new RegExp(name))
    })
  }
})
