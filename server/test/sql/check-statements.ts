import { relative } from 'node:path'
import pg from 'pg'
import type { DatabaseAddress } from '#platform/db/db.ts'
import type { ClaimReader, Claims } from './claims.ts'
import { type CollectedStatement, collectStatements } from './collect-statements.ts'
import { compareParameters, compareRow, isElementNullable } from './compare.ts'
import { Describer } from './describe-statement.ts'

/** What is wrong with a statement. `column` is named when the complaint is that it may be null. */
export type Complaint = { at: string; text: string; column?: string }

/** Compares what the code says of the statements of these files with what PostgreSQL says of them. */
export async function checkStatements(
  address: DatabaseAddress,
  reader: ClaimReader,
  files: string[],
): Promise<Complaint[]> {
  const claims = reader.read(files)
  const collected = await collectStatements(files)
  const connection = new pg.Client(address)
  await connection.connect()
  try {
    await connection.query('BEGIN')
    await createTemporaryTables(connection, collected)
    const describer = new Describer(connection)
    await describer.load()
    const complaints: Complaint[] = []
    for (const one of collected) {
      const claim = one.frames.map((frame) => claims.get(frame)).find(Boolean)
      if (!claim) complaints.push({ at: one.frames[0] ?? '', text: 'is not a call that the compiler found' })
      else complaints.push(...(await check(connection, describer, { reader, claim, one })))
    }
    return [...complaints, ...neverDefined(claims, collected)]
  } finally {
    await connection.end()
  }
}

type Checked = { reader: ClaimReader; claim: Claims; one: CollectedStatement }

async function check(
  connection: pg.Client,
  describer: Describer,
  { reader, claim, one }: Checked,
): Promise<Complaint[]> {
  const { parameters, row } = claim
  const at = relative('server/src', claim.at)
  const claimOf = (position: number) => parameters?.find(({ name }) => name === one.names[position - 1])
  const wrong = parameters ? compareParameters(parameters, one.names) : []
  try {
    await connection.query('SAVEPOINT one')
    const columns = await describer.describe(one.text, {
      isNullable: (position) => claimOf(position)?.isNullable ?? true,
      isElementNullable: (position) => isElementNullable(reader.checker, claimOf(position)),
    })
    if (row) wrong.push(...compareRow(reader.checker, row, columns))
  } catch (error) {
    wrong.push({ text: `is refused: ${(error as Error).message}` })
  }
  await connection.query('ROLLBACK TO one')
  return wrong.map((what) => ({ at, ...what }))
}

function neverDefined(claims: Map<string, Claims>, collected: CollectedStatement[]): Complaint[] {
  const defined = new Set(collected.flatMap(({ frames }) => frames))
  return [...claims.keys()]
    .filter((at) => !defined.has(at))
    .map((at) => ({ at: relative('server/src', at), text: 'is not defined when its file is loaded' }))
}

/** Statements on temporary tables are checked against the tables that others of them create. */
async function createTemporaryTables(connection: pg.Client, collected: CollectedStatement[]): Promise<void> {
  let missing = collected.map(({ text }) => text).filter((text) => text.includes('CREATE TEMPORARY TABLE'))
  for (let count = missing.length + 1; missing.length < count; ) {
    count = missing.length
    const failed: string[] = []
    for (const text of missing) {
      await connection.query('SAVEPOINT made')
      await connection.query(text).catch(async () => {
        failed.push(text)
        await connection.query('ROLLBACK TO made')
      })
    }
    missing = failed
  }
}
