import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { stopChild } from '../../../bench/harness/child.ts'
import { atEnd } from '../../../bench/harness/ending.ts'
import type { Report } from '../../harness/report.ts'

/** Runs a kit of black-box checks, a program that starts the service itself; `CONFORMANCE_AREAS` are its arguments. */
export async function runKit(report: Report, program: string, env: Record<string, string>): Promise<void> {
  const areas = (process.env.CONFORMANCE_AREAS ?? '').split(' ').filter(Boolean)
  const kit = spawn(program, areas, {
    env: { ...process.env, DATABASE_URL: env.DATABASE_URL },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => stopChild(kit))
  const said = await text(kit.stdout)
  const count = (what: string) => Number(new RegExp(`^. ${what} (\\d+)$`, 'm').exec(said)?.[1] ?? Number.NaN)
  report.fact('checks of the kit', count('tests'))
  report.check('all of them pass', count('fail') === 0, `${count('pass')} pass`)
  for (const [, failed] of said.matchAll(/^✖ (.*) \(/gm)) console.log(`    ✖ ${failed}`)
}
