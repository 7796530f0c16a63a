import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { startOtlpReceiver } from '#test/harness/otlp-receiver.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { aFolder, launchService, startService } from '#test/harness/processes/service.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/operations/monitoring')
const read = (name: string) => readFile(join(FOLDER, name), 'utf8')
const [rules, page, dashboard] = await Promise.all(['alerts.yml', 'README.md', 'dashboard.json'].map(read))
if (!rules || !page || !dashboard) throw new Error('A file of the folder is empty.')

const collector = await startOtlpReceiver()
const service = await startService({
  dataDir: await aFolder(),
  env: {
    HOST: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=hr%20files',
  },
})
// It listens a moment before its worker is there.
const metrics = await eventually(async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return text.includes('dossier_callback_attempts_total') && text
})
const exposed = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name))

/** The names of metrics in an expression; those of a histogram without the ending of its parts. */
function metricsIn(text: string): string[] {
  const names = text.match(/\b(?:dossier|nodejs|process)_[a-z0-9_]+/g) ?? []
  return [...new Set(names.map((name) => (exposed.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''))))]
}

describe('the alert rules', () => {
  test('are what Prometheus accepts', async () => {
    assert.match(
      await runProgram('promtool', ['check', 'rules', join(FOLDER, 'alerts.yml')]),
      /SUCCESS: \d+ rules found/,
    )
  })

  test('fire when they should, and not before', async () => {
    assert.match(await runProgram('promtool', ['test', 'rules', join(FOLDER, 'alerts.test.yml')]), /SUCCESS/)
  })

  test('are each seen to fire: without one of them, their tests fail', async () => {
    for (const name of alertsIn(rules)) {
      const folder = await aFolder()
      await cp(FOLDER, folder, { recursive: true })
      await writeFile(join(folder, 'alerts.yml'), without(rules, name))
      await assert.rejects(runProgram('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')]), name)
    }
  })

  test('ask for metrics that the service has', () => {
    const expressions = rules.replace(/^ *summary:.*$/gm, '')
    assert.ok(metricsIn(expressions).length >= 8)
    assert.deepEqual(
      metricsIn(expressions).filter((name) => !exposed.has(name)),
      [],
    )
  })

  test('are explained', () => {
    const explained = Array.from(page.matchAll(/^\| `(Dossier\w+)` \|/gm), ([, name]) => name)
    assert.deepEqual(explained, alertsIn(rules))
  })
})

describe('the dashboard', () => {
  test('asks for metrics that the service has', () => {
    const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    assert.ok(expressions.length > 20)
    for (const expr of expressions) assert.ok(metricsIn(expr).length > 0, expr)
    assert.deepEqual(
      metricsIn(expressions.join('\n')).filter((name) => !exposed.has(name)),
      [],
    )
  })
})

describe('the page', () => {
  const explained = new Set(Array.from(page.matchAll(/^\| `(dossier_\w+)` \|/gm), ([, name = '']) => name))

  test('explains every metric of the service', () => {
    const ours = [...exposed].filter((name) => name.startsWith('dossier_'))
    assert.deepEqual(
      ours.filter((name) => !explained.has(name)),
      [],
    )
  })

  test('explains no metric that is not there', () => {
    // Seals are extended only where the operator has named a timestamp authority.
    const optional = ['dossier_seal_extensions_total']
    assert.deepEqual(
      [...explained].filter((name) => !exposed.has(name)),
      optional,
    )
  })
})

describe('the bundle', () => {
  test('exports traces of calls and their statements, with the headers of the environment', async () => {
    await fetch(`${service.url}/api/v2/client/tokens`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('nobody:nothing')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'demo' }),
    })

    const call = await eventually(() => collector.spans.find(({ name }) => name === 'POST /api/v2/client/tokens'))
    await eventually(() => collector.spans.some(({ parentSpanId }) => parentSpanId === call.spanId))
    assert.equal(collector.headers[0]?.['x-scope'], 'hr files')
    assert.ok(!collector.spans.some(({ name }) => /health|metrics/.test(name)))
  })

  test('does not start with a setting that has no effect, and says so in one line', async () => {
    const refused = await launchService({ dataDir: await aFolder(), env: { WEBHOOK_TRACEPARENT: 'true' } })
    await eventually(() => refused.process.exitCode !== null, { withinSeconds: 120 })

    assert.equal(refused.process.exitCode, 1)
    assert.equal(refused.output().stderr.trim(), 'WEBHOOK_TRACEPARENT needs OTEL_EXPORTER_OTLP_ENDPOINT.')
  })
})

function alertsIn(text: string): string[] {
  return Array.from(text.matchAll(/alert: (\w+)/g), ([, name = '']) => name)
}

/** The rules without one of them. */
function without(text: string, name: string): string {
  return text
    .split(/(?=^ {6}- alert: )/m)
    .filter((rule) => !rule.includes(`alert: ${name}\n`))
    .join('')
}
