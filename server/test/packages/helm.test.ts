import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { isInstalled } from '#test/harness/processes/installed.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import { ensurePackages } from '../../../scripts/ensure-packages.ts'
import { execute } from './npm-package.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CHART = join(ROOT, 'deploy/helm/dossier')
const RENDER = join(import.meta.dirname, 'helm/render.go')
/** Validates by the schemas of Kubernetes. */
const MODELS = 'kubernetes-models@5.1.0'
const LIBRARIES = ['golang-github-masterminds-sprig-dev', 'golang-github-ghodss-yaml-dev']

type Resource = { apiVersion: string; kind: string; metadata: { name: string }; spec: Record<string, unknown> }
type Model = new (given: Resource) => { validate(): void }

const folder = await aFolder()
await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', MODELS], { cwd: folder })
// A module can only be imported from where it is installed.
await writeFile(join(folder, 'load.mjs'), 'export const load = (name) => import(name)')
const { load } = (await import(pathToFileURL(join(folder, 'load.mjs')).href)) as {
  load: (name: string) => Promise<Record<string, Model>>
}
installGo()

/** Debian has no Helm, but the language that it is written in and the libraries that its templates use. */
function installGo(): void {
  const isThere = () => isInstalled('go') && existsSync('/usr/share/gocode/src/github.com/Masterminds/sprig')
  const need = { name: 'Go', isThere, packages: ['golang-go', ...LIBRARIES.toReversed()] }
  assert.ok(ensurePackages((line) => void process.stderr.write(`${line}\n`), { needs: [need] }))
}

async function render(values: object): Promise<Resource[]> {
  const file = join(folder, 'values.json')
  await writeFile(file, JSON.stringify(values))
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'go') }
  const { stdout } = await execute('go', ['run', RENDER, CHART, file], { env })
  return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Resource | null) ?? [])
}

async function validate(resource: Resource): Promise<void> {
  const models = await load(`kubernetes-models/${resource.apiVersion}/${resource.kind}`)
  const Model = models[resource.kind]
  assert.ok(Model, resource.kind)
  new Model(resource).validate()
}

const idsOf = (resources: Resource[]) => resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()

describe('the Helm chart', () => {
  test('makes valid resources of its own values', async () => {
    const resources = await render({})

    for (const resource of resources) await validate(resource)
    assert.deepEqual(idsOf(resources), [
      'Deployment test-dossier-api',
      'Deployment test-dossier-worker',
      'PersistentVolumeClaim test-dossier',
      'Service test-dossier',
    ])
  })

  test('makes valid resources with every option', async () => {
    const resources = await render({
      imagePullSecrets: [{ name: 'registry' }],
      ingress: { enabled: true, className: 'nginx', annotations: { 'example.com/size': '260m' } },
      persistence: { enabled: false },
      settings: { TRUST_PROXY: '10.0.0.0/8', MAX_UPLOAD_MB: 300 },
      setup: { clients: [{ id: 'acme', name: 'Acme' }] },
    })

    for (const resource of resources) await validate(resource)
    assert.deepEqual(idsOf(resources), [
      'ConfigMap test-dossier',
      'Deployment test-dossier-api',
      'Deployment test-dossier-worker',
      'Ingress test-dossier',
      'Service test-dossier',
    ])
    assert.match(JSON.stringify(resources), /\{"name":"MAX_UPLOAD_MB","value":"300"\}/)
  })

  test('refuses what Kubernetes would', async () => {
    const [deployment] = await render({ api: { replicas: 'two', resources: {} } })

    assert.ok(deployment)
    await assert.rejects(validate(deployment), /replicas/)
  })

  test('is of the version of the service', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    const chart = parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8')) as { version: string; appVersion: string }

    assert.deepEqual([chart.version, chart.appVersion], [version, version])
  })
})
