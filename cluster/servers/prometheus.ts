import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../bench/harness/free-port.ts'
import { folderInRoot, startInRoot } from '../harness/debian.ts'

const RULES = join(import.meta.dirname, '../../docs/operations/monitoring/alerts.yml')
const READY_WITHIN_MS = 60_000

type Alert = { labels: Record<string, string>; state: string; annotations: { summary?: string } }

export type Prometheus = {
  url: string
  /** The rules that are pending or firing, with what they say. */
  alerts(): Promise<Alert[]>
  /** The value of the first series of an expression. */
  value(expression: string): Promise<number | undefined>
}

/** A Prometheus of Debian that scrapes these ports every second, with the alert rules of the documentation. */
export async function startPrometheus(ports: number[]): Promise<Prometheus> {
  const folder = await folderInRoot('prometheus')
  const port = await freePort()
  cpSync(RULES, join(folder.outside, 'alerts.yml'))
  writeFileSync(join(folder.outside, 'prometheus.yml'), configuration(ports))
  startInRoot(
    [
      '/usr/bin/prometheus',
      `--config.file=${folder.inside}/prometheus.yml`,
      `--storage.tsdb.path=${folder.inside}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { user: 'prometheus', stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return {
    url,
    async alerts() {
      const { data } = await ask<{ alerts: Alert[] }>(`${url}/api/v1/alerts`)
      return data.alerts
    },
    async value(expression) {
      const query = new URLSearchParams({ query: expression })
      const { data } = await ask<{ result: { value: [number, string] }[] }>(`${url}/api/v1/query?${query}`)
      const found = data.result[0]?.value[1]
      return found === undefined ? undefined : Number(found)
    },
  }
}

function configuration(ports: number[]): string {
  const targets = ports.map((one) => `'127.0.0.1:${one}'`).join(', ')
  return `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: dossier
    static_configs: [{ targets: [${targets}] }]
`
}

async function ask<Data>(url: string): Promise<{ data: Data }> {
  return (await (await fetch(url)).json()) as { data: Data }
}

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > until) throw new Error('Prometheus is not ready.')
    await delay(200)
  }
}
