import { after } from 'node:test'
import type { DemoEntry } from '#modules/auth/index.ts'
import type { SetupFile } from '#modules/setup/index.ts'
import { openLog } from '#platform/log.ts'
import type { GuardOptions } from '#platform/outbound/guard.ts'
import type { PdfWorkersOptions } from '#platform/pdf/workers/pdf-workers.ts'
import type { Tracing } from '#platform/tracing.ts'
import { applySetup } from '#src/setup.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import type { ServerConnection } from '#test/harness/database/database-server.ts'
import { watchAnswers } from '#test/harness/http/declared-answers.ts'
import { settableClock } from './clock.ts'
import { openTestDeps } from './deps.ts'
import { testSetup } from './setup.ts'

/** What the files before this one have left. Their hooks have ended when another file starts a service. */
const closed: (() => void)[] = []

/** The whole service on a database of its own, without a port. Everything closes when the test file ends. */
export async function startApp(options: AppOptions = {}) {
  for (const forget of closed.splice(0)) forget()
  const database = await createDatabase()
  const clock = settableClock()
  const logged: string[] = []
  const answers = watchAnswers()
  const write = (line: string) => {
    logged.push(line)
    answers.see(line)
  }
  const log = openLog('info', { write })
  const { setup: _, replica, ...partOptions } = options
  const readAddress = replica && { ...replica, database: database.connection.database }
  const deps = await openTestDeps(database.connection, {
    clock,
    log,
    ...(readAddress && { readAddress }),
    ...partOptions,
  })
  const { app } = deps
  await applySetup(deps, options.setup ?? testSetup)
  const closings: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const close of closings) await close()
    await deps.close()
    await database.drop()
    closed.push(() => {
      deps.forgetApp()
      logged.length = 0
    })
    answers.check()
  })

  const tokens = new Map<string, string>()
  /** The header of an access token of one of the applications of the test set-up. */
  async function as(application: TestApplication): Promise<{ authorization: string }> {
    let token = tokens.get(application)
    if (token === undefined) {
      token = await requestToken(application)
      tokens.set(application, token)
    }
    return { authorization: `Bearer ${token}` }
  }
  async function requestToken(application: TestApplication): Promise<string> {
    const { client, secret } = APPLICATIONS[application]
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/client/tokens',
      headers: {
        authorization: `Basic ${Buffer.from(`${application}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `grant_type=client_credentials&scope=client&client_id=${client}`,
    })
    return answer.json().access_token
  }
  /** A group A call; by default of `payroll`, who may do everything for the client acme. */
  async function v2(
    method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD',
    path: string,
    options: V2Options = {},
  ) {
    const { application = 'payroll', body, headers = {} } = options
    return app.inject({
      method,
      url: `/api/v2/client${path}`,
      headers: { ...(await as(application)), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }
  return {
    ...deps,
    clock,
    connection: database.connection,
    logged,
    as,
    requestToken,
    v2,
    /** For what needs the database to the end. */
    beforeClose: (close: () => Promise<unknown>) => void closings.push(close),
  }
}

export type AppOptions = {
  guard?: Partial<GuardOptions>
  /** Other clients than those of the test set-up. */
  setup?: SetupFile
  /** Whether what goes on by itself does so, once `startWorker` is called. */
  isWorker?: boolean
  /** How mails leave, as the portal tells it; into a folder unless said otherwise. */
  mail?: 'smtp' | 'folder'
  /** How many calls the same credentials may make within a minute. */
  callsPerMinute?: number
  /** Whether the demo can be entered without a password, and from where. */
  demoEntry?: DemoEntry
  /** What the readers of PDFs are given to work with. */
  pdf?: PdfWorkersOptions
  /** Whether and where the service exports traces. */
  tracing?: Tracing
  /** A replica of the server, which has the database of this service as well. */
  replica?: ServerConnection
}

export type TestApp = Awaited<ReturnType<typeof startApp>>
type V2Options = { application?: TestApplication; body?: unknown; headers?: Record<string, string> }

/** The applications of the test set-up: two clients, one read-only application. */
export const APPLICATIONS = {
  payroll: { client: 'acme', secret: 'payroll-secret' },
  reader: { client: 'acme', secret: 'reader-secret' },
  rival: { client: 'globex', secret: 'rival-secret' },
} as const
export type TestApplication = keyof typeof APPLICATIONS

/** What an application of the test set-up tells the sdk. */
export function credentialsOf(application: TestApplication) {
  const { client, secret } = APPLICATIONS[application]
  return { clientId: client, applicationId: application, applicationSecret: secret }
}
