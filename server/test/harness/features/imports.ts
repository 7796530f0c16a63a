import assert from 'node:assert/strict'
import type { DatasetImport } from '#modules/imports/index.ts'
import { importDataset, importManagers } from '#modules/imports/jobs.ts'
import { APPLICATIONS, type TestApp, type TestApplication } from '#test/harness/app.ts'

type Options = { mode?: string; on_error?: string; dry_run?: boolean; application?: TestApplication }

/** Calls around imports. Nothing runs by itself: `run` is what a worker would do. */
export function importCalls(service: TestApp) {
  const { v2, as } = service
  const signal = new AbortController().signal

  /** Sends a file as a raw body, and answers its id. */
  async function upload(
    bytes: string | Buffer,
    { filename = 'values.csv', application = 'payroll' as TestApplication } = {},
  ): Promise<string> {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v2/client/uploads',
      headers: {
        ...(await as(application)),
        'content-type': 'text/csv',
        'content-disposition': `attachment; filename="${filename}"`,
      },
      payload: bytes,
    })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json().id
  }

  /** Submits an import of a file that is uploaded first. */
  async function submit(
    datasetId: string,
    bytes: string | Buffer,
    { application = 'payroll', ...options }: Options = {},
  ): Promise<DatasetImport> {
    const upload_id = await upload(bytes, { application })
    const body = { dataset_id: datasetId, upload_id, ...options }
    const answer = await v2('POST', '/dataset_imports', { application, body })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json()
  }

  async function read(id: string, application: TestApplication = 'payroll'): Promise<DatasetImport> {
    return (await v2('GET', `/dataset_imports/${id}`, { application })).json()
  }

  function run(id: string, application: TestApplication = 'payroll'): Promise<void> {
    return importDataset.run({ client_id: APPLICATIONS[application].client, import_id: id }, { ...service, signal })
  }

  function runManagers(id: string): Promise<void> {
    return importManagers.run({ client_id: 'acme', import_id: id }, { ...service, signal })
  }

  /** Submits an import, runs it, and answers its record. */
  async function imported(datasetId: string, bytes: string | Buffer, options: Options = {}): Promise<DatasetImport> {
    const { id } = await submit(datasetId, bytes, options)
    await run(id, options.application)
    return read(id, options.application)
  }

  /** The whole content of a data set: path → translations that are set. */
  async function content(datasetId: string): Promise<Record<string, Record<string, string>>> {
    const { rows } = await service.pool.query<{ path: string; localized_names: Record<string, string> }>(
      `SELECT value.path, value.localized_names FROM dataset_values value
       JOIN datasets dataset ON dataset.client_id = value.client_id AND dataset.key = value.dataset_key
       WHERE dataset.client_id = 'acme' AND dataset.id = $1 AND dataset.deleted_at IS NULL ORDER BY value.path`,
      [datasetId],
    )
    return Object.fromEntries(rows.map(({ path, localized_names }) => [path, localized_names]))
  }

  return { upload, submit, read, run, runManagers, imported, content }
}

/** Lines of a CSV file. */
export function csv(...lines: string[]): string {
  return `${lines.join('\n')}\n`
}
