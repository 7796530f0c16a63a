import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { stopChild } from '../../../bench/harness/child.ts'
import { atEnd } from '../../../bench/harness/ending.ts'
import type { Report } from '../../harness/report.ts'
import { reportTests } from './run-tests.ts'

/** Runs a kit of black-box checks, a program that starts the service itself; `CONFORMANCE_AREAS` are its arguments. */
export async function runKit(report: Report, program: string, env: Record<string, string>): Promise<void> {
  const areas = (process.env.CONFORMANCE_AREAS ?? '').split(' ').filter(Boolean)
  const kit = spawn(program, areas, {
    env: { ...process.env, DATABASE_URL: env.DATABASE_URL },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => stopChild(kit))
  const said = await text(kit.stdout)
  reportTests(report, 'the kit', said)
  for (const [, failed] of said.matchAll(/^✖ (.*) \(/gm)) console.log(`    ✖ ${failed}`)
}
