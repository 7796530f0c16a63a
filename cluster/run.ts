import { endAll, endOnSignals } from '../bench/harness/ending.ts'
import type { Piece } from './harness/piece.ts'
import { Report } from './harness/report.ts'
import { PIECES } from './pieces/index.ts'

endOnSignals()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !PIECES.some((piece) => piece.name === name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The pieces are:`)
  for (const { name, what } of PIECES) console.error(`  ${name.padEnd(10)} ${what}`)
  process.exit(2)
}
const reports: Report[] = []
for (const piece of PIECES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  reports.push(await reportOf(piece))
}
await endAll()
console.log(`\n${reports.join('\n')}`)
process.exit(reports.some(({ hasFailed }) => hasFailed) ? 1 : 0)

async function reportOf(piece: Piece): Promise<Report> {
  console.log(`${piece.name}: ${piece.what}`)
  const report = new Report(piece.name)
  const lacking = piece.lacks()
  try {
    if (lacking) throw new Error(lacking)
    await piece.run(report)
  } catch (error) {
    report.broke(error)
  }
  return report
}
