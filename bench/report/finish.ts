import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Options } from '../harness/options.ts'
import { say } from '../harness/say.ts'
import { table } from '../harness/table.ts'
import {
  betterOf,
  type Change,
  changesTable,
  compareFigures,
  LOSS,
  lostOf,
  type Run,
  withChanges,
} from './compare-figures.ts'
import { figuresOfLastRelease, fileOfVersion, keepFigures, mergeIntoReport } from './figures.ts'
import { printed } from './findings.ts'
import { currentPage, MUCH_PERCENT, PAGE } from './page.ts'
import { openRecorder, type Recorder } from './recorder.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Measures some of it again. */
export type MeasureAgain = (names: string[], recorder: Recorder) => Promise<void>

/** Prints, reports, compares and keeps what was measured, as the options say; answers the exit code. */
export async function finish(recorder: Recorder, options: Options, again: MeasureAgain): Promise<number> {
  console.log()
  print(recorder)
  if (options.isReported) {
    const report = await mergeIntoReport(recorder.report())
    await writeFile(join(ROOT, PAGE), await currentPage(report))
    console.log(`${PAGE} has what was measured.\n`)
  }
  if (!options.isQuick) return 0
  const changes = await compareWithLast(recorder, options, again)
  if (options.keptVersion !== undefined) await keep(recorder, options.keptVersion, changes)
  return lostOf(changes).length === 0 ? 0 : 1
}

/** Measurements whose tables look alike share one. */
function print(recorder: Recorder): void {
  const all = [...recorder.findings().values()]
  const alike = Map.groupBy(all, (one) => one.title ?? one.tables.map(({ head }) => head.join('|')).join('||'))
  for (const group of alike.values()) {
    const [first] = group
    if (!first) continue
    const isAlone = group.length === 1 || first.title !== undefined
    const shared = { head: first.tables[0]?.head ?? [], rows: group.flatMap(({ tables }) => tables[0]?.rows ?? []) }
    const details = group.flatMap((one) => one.details ?? []).join('\n\n')
    const findings = isAlone ? first : { ...first, tables: [shared], details }
    console.log(`${printed(findings)}\n`)
  }
}

async function compareWithLast(recorder: Recorder, options: Options, again: MeasureAgain): Promise<Change[]> {
  const before = await figuresOfLastRelease(options.keptVersion)
  if (!before) {
    console.log('No figures of a release are kept here: there is nothing to compare with.')
    return []
  }
  const changes = await triedTwice(compareFigures(before, runOf(recorder)), { before, recorder, options, again })
  const { head, rows } = changesTable(changes)
  console.log(`Against the figures of ${before.version}:\n${table(head, rows)}\n`)
  const others = recorder.occasion().othersPercent ?? 0
  if (others >= MUCH_PERCENT)
    console.log(`Other programs had up to ${others} % of the machine: measure again without them.\n`)
  const lost = lostOf(changes)
  if (lost.length === 0) return changes
  const losses = changesTable(lost)
  console.log(`Lost more than ${LOSS * 100} % since ${before.version}:\n${table(losses.head, losses.rows)}`)
  return changes
}

type Tried = { before: Run; recorder: Recorder; options: Options; again: MeasureAgain }

/** What seems lost is measured once more: a neighbour on the machine disturbs one run, and rarely both. */
async function triedTwice(changes: Change[], { before, recorder, options, again }: Tried): Promise<Change[]> {
  const names = [...new Set(lostOf(changes).map(({ measurement }) => measurement))]
  if (names.length === 0) return changes
  say(`once more, since they seem to have lost: ${names.join(', ')}`)
  const second = openRecorder(options, recorder.occasion().machine)
  await again(names, second)
  print(second)
  return betterOf(changes, compareFigures(before, runOf(second)))
}

/** What was measured twice is kept as it was compared: a disturbed run must not be what the next release is measured by. */
async function keep(recorder: Recorder, version: string, changes: Change[]): Promise<void> {
  const { version: _, ...occasion } = recorder.occasion()
  await keepFigures(version, { occasion, figures: withChanges(runOf(recorder).figures, changes) })
  console.log(`${fileOfVersion(version)} has the figures of this run.`)
}

function runOf(recorder: Recorder): Run {
  const figures = Array.from(recorder.findings(), ([name, one]) => [name, one.figures] as const)
  const { version, machine } = recorder.occasion()
  return { version, processor: machine.processor, figures: Object.fromEntries(figures) }
}
