import assert from 'node:assert/strict'
import { importManagers } from '#modules/imports/jobs.ts'
import type { Import } from '#modules/imports/schemas.ts'
import { APPLICATIONS, type TestApp, type TestApplication } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

const COLUMNS = ['technical_id', 'email', 'first_name', 'last_name', 'language', 'role', 'organization_codes'] as const
export const HEADER = COLUMNS.join(',')

/** A body, and what it says it is. */
export type Form = { payload: string | Buffer; headers: Record<string, string> }

export type Row = Record<(typeof COLUMNS)[number], string>

const KEYS = { payroll: 'acme-api-key', reader: 'acme-api-key', rival: 'globex-api-key' }

/** Calls around imports of managers. Nothing runs by itself: `run` is what a worker would do. */
export function managerImportCalls(service: TestApp) {
  const { app, v2 } = service
  const signal = new AbortController().signal

  /** Sends a form to the import. */
  function send(form: Form, { path = '/api/managers/import/', key = 'acme-api-key' as string | undefined } = {}) {
    const headers = { ...form.headers, ...(key === undefined ? {} : { 'x-api-key': key }) }
    return app.inject({ method: 'POST', url: path, headers, payload: form.payload })
  }

  /** Submits a file, and answers the id of its import. */
  async function submit(bytes: string | Buffer, application: TestApplication = 'payroll'): Promise<string> {
    const filename = `${unique('managers')}.csv`
    const answer = await send(aForm(aFile(bytes, { filename })), { key: KEYS[application] })
    assert.equal(answer.statusCode, 201, answer.body)
    const listed = (await v2('GET', '/imports?per_page=100', { application })).json() as Import[]
    const found = listed.find((one) => one.filename === filename)
    assert.ok(found, 'the import is in the list')
    return found.id
  }

  function run(id: string, application: TestApplication = 'payroll'): Promise<void> {
    return importManagers.run({ client_id: APPLICATIONS[application].client, import_id: id }, { ...service, signal })
  }

  async function read(id: string, application: TestApplication = 'payroll'): Promise<Import> {
    return (await v2('GET', `/imports/${id}`, { application })).json()
  }

  /** Runs all that stand in line, in their order. */
  async function runAll(application: TestApplication = 'payroll'): Promise<void> {
    for (const status of ['in_progress', 'created']) {
      const waiting = (await v2('GET', `/imports?per_page=100&status=${status}`, { application })).json() as Import[]
      for (const { id } of waiting.toReversed()) await run(id, application)
    }
  }

  /** Submits a file, runs its import after those before it, and answers its record. */
  async function imported(bytes: string | Buffer, application: TestApplication = 'payroll'): Promise<Import> {
    const id = await submit(bytes, application)
    await runAll(application)
    return read(id, application)
  }

  const report = async (id: string) => (await v2('GET', `/imports/${id}/report`)).body
  const errorsReport = async (id: string) => (await v2('GET', `/imports/${id}/errors_report`)).body
  const readUser = (id: string) => v2('GET', `/users/${encodeURIComponent(id)}`)
  const isStored = async (id: string) => (await readUser(id)).statusCode === 200

  return { send, submit, run, runAll, read, imported, report, errorsReport, readUser, isStored }
}

/** A row of a file of managers; `over` replaces cells. */
export function aRow(over: Partial<Row> = {}): Row {
  const technical_id = over.technical_id ?? unique('M')
  return {
    technical_id,
    email: `${technical_id.toLowerCase()}@acme.test`,
    first_name: 'Zoë',
    last_name: 'Müller',
    language: 'en-us',
    role: 'hr',
    organization_codes: 'paris',
    ...over,
  }
}

/** A file of managers. Cells are put in as they are, so that a test may write quotes of its own. */
export function fileOf(rows: Row[], { delimiter = ',' } = {}): string {
  const lines = [[...COLUMNS], ...rows.map((row) => COLUMNS.map((name) => row[name]))]
  return lines.map((cells) => `${cells.join(delimiter)}\n`).join('')
}

/** A part of a form that is a file. */
export function aFile(bytes: string | Buffer, { name = 'input_file', filename = 'managers.csv' } = {}): Buffer {
  return aPart(`name="${name}"; filename="${filename}"`, bytes, 'Content-Type: text/csv\r\n')
}

/** A part of a form that is a text. */
export function aField(name: string, value: string): Buffer {
  return aPart(`name="${name}"`, value)
}

/** A form of these parts. */
export function aForm(...parts: Buffer[]): Form {
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  return { payload: Buffer.concat([...parts, Buffer.from('--edge--\r\n')]), headers }
}

function aPart(disposition: string, content: string | Buffer, more = ''): Buffer {
  const head = `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}

/** What an import says of its errors, without the words. */
export function errorLocationsOf({ errors }: Pick<Import, 'errors'>): string[] {
  return errors.map(({ line, field, code }) => `${line} ${field ?? '-'} ${code}`)
}
