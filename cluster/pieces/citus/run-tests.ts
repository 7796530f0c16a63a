import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stopChild } from '../../../bench/harness/child.ts'
import { atEnd } from '../../../bench/harness/ending.ts'
import type { Report } from '../../harness/report.ts'
import type { Citus } from '../../servers/citus.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Runs tests of the project, such as journeys through the portal, on databases of this Citus. */
export async function runTests(report: Report, { coordinator, workers }: Citus, files: string[]): Promise<void> {
  const address = {
    host: '127.0.0.1',
    port: coordinator.port,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    workers: workers.map(({ port }) => port),
  }
  const args = [
    '--test',
    '--test-concurrency=2',
    '--test-reporter=spec',
    '--test-global-setup=server/test/global-setup.ts',
  ]
  const tests = spawn(process.execPath, [...args, ...files], {
    cwd: ROOT,
    env: { ...process.env, TEST_CITUS: JSON.stringify(address) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => stopChild(tests))
  tests.stdout.on('data', (part) => process.stdout.write(part))
  reportTests(report, 'the project', await text(tests.stdout))
}

/** What node:test says of tests that it has run. */
export function reportTests(report: Report, whose: string, said: string): void {
  const count = (what: string) => Number(new RegExp(`^. ${what} (\\d+)$`, 'm').exec(said)?.[1] ?? Number.NaN)
  report.fact(`tests of ${whose}`, count('tests'))
  report.check('all of them pass', count('fail') === 0, `${count('pass')} pass`)
}
