import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createDossier, createDossierWithApiKey, type Dossier, type DossierWithApiKey } from '../../sdk/src/index.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { freePort } from '../../server/test/harness/processes/service.ts'
import type { ReleaseFacts } from '../../server/test/upgrade/facts.ts'

export type Credentials = Pick<
  ReleaseFacts,
  'client_id' | 'application_id' | 'application_secret' | 'api_key' | 'people'
>

export type DemoService = {
  url: string
  credentials: Credentials
  /** With the credentials of the demo: groups A, and B with C. */
  sdk: Dossier
  keyed: DossierWithApiKey
  stop(): Promise<void>
}

type Start = { main: string; env: Record<string, string> }

/** Starts a version of the service on an empty database, where it creates the demo. */
export async function startDemoService({ main, env }: Start): Promise<DemoService> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [main, 'start'], {
    env: { PATH: process.env.PATH ?? '', ...env, PORT: String(port), LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const ended = once(child, 'close')
  let welcome = ''
  child.stdout.on('data', (chunk) => (welcome += chunk))
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
    return welcome.includes('curl')
  }
  await eventually(isReady, { withinSeconds: 300 })
  const credentials = readCredentials(welcome)
  const { client_id: clientId, application_id: applicationId, application_secret: applicationSecret } = credentials
  return {
    url,
    credentials,
    sdk: createDossier({ baseUrl: url, clientId, applicationId, applicationSecret }),
    keyed: createDossierWithApiKey({ baseUrl: url, apiKey: credentials.api_key }),
    async stop() {
      child.kill('SIGTERM')
      await ended
      if (child.exitCode !== 0) throw new Error(`The service ended with ${child.exitCode}.`)
    },
  }
}

function readCredentials(welcome: string): Credentials {
  const read = (pattern: RegExp) => pattern.exec(welcome)?.slice(1) ?? fail(`The first start did not print ${pattern}.`)
  const word = (label: string) => read(new RegExp(`${label} +(\\S+)`))[0] ?? ''
  const logIn = (label: string) => {
    const [email = '', password = ''] = read(new RegExp(`${label} +(\\S+@\\S+) +(\\S+)`))
    return { email, password }
  }
  return {
    client_id: word('client_id'),
    application_id: word('application_id'),
    application_secret: word('application_secret'),
    api_key: word('API key'),
    people: {
      employee: logIn('as an employee'),
      manager: logIn('as an HR manager'),
      administrator: logIn('as an administrator'),
    },
  }
}

function fail(message: string): never {
  throw new Error(message)
}
