import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StartRefused } from '#platform/start-refused.ts'
import { Config, readConfig } from './config.ts'

const NAMES = Object.keys(Config.properties)

describe('the settings', () => {
  test('are all optional, and have these defaults', () => {
    assert.deepEqual(readConfig({}), {
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      DATABASE_POOL: 20,
      ROLE: 'all',
      LOG_FORMAT: 'auto',
      LOG_LEVEL: 'info',
      TRUST_PROXY: 'false',
      MAX_UPLOAD_MB: 250,
      OTEL_TRACES_SAMPLER_ARG: '1',
      RATE_LIMIT_PER_MINUTE: 600_000,
      WEBHOOK_TRACEPARENT: false,
      SEAL_RENEWAL_DAYS: 90,
      MAIL_FROM: 'Dossier <no-reply@localhost>',
    })
  })

  test('take what the environment says, numbers and booleans as such', () => {
    const given = {
      PORT: '9000',
      HOST: '::',
      PUBLIC_URL: 'https://hr.example/dossier',
      DATABASE_URL: 'postgresql://pooler/dossier',
      DATABASE_DIRECT_URL: 'postgres://db/dossier',
      SECRET_KEY: '0123456789'.repeat(4),
      ROLE: 'worker',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '10.0.0.5,10.1.0.0/16',
      DEMO: 'false',
      SMTP_URL: 'smtps://mail.example',
      METRICS_TOKEN: '1234567890123456',
    }

    const config = readConfig(given)

    assert.deepEqual(Object.fromEntries(Object.keys(given).map((name) => [name, config[name as keyof Config]])), {
      ...given,
      PORT: 9000,
      DEMO: false,
    })
  })

  test('leave everything else of the environment out', () => {
    const config = readConfig({ PATH: '/bin', HOME: '/root', port: '1', constructor: 'x', __proto__: 'y' } as never)

    assert.deepEqual(Object.keys(config).toSorted(), Object.keys(readConfig({})).toSorted())
  })

  test('cannot be changed once read', () => {
    const config = readConfig({}) as { PORT: number }

    assert.throws(() => {
      config.PORT = 1
    }, TypeError)
  })

  for (const name of NAMES) {
    test(`${name} left blank counts as not set`, () => {
      assert.deepEqual(readConfig({ [name]: '' }), readConfig({}))
      assert.deepEqual(readConfig({ [name]: undefined }), readConfig({}))
    })
  }
})

describe('a setting that cannot be used', () => {
  const bad: Record<string, string[]> = {
    PORT: ['0', '-1', '65536', 'http', '80a', 'Infinity', 'NaN', '[]'],
    PUBLIC_URL: ['hr.example', 'ftp://hr.example', 'https://', 'https://hr.example?x=1', 'https://hr.example/#a'],
    DATABASE_DIRECT_URL: ['mysql://db', 'db:5432', '/var/run/postgres'],
    DATABASE_URL: [
      'mysql://db',
      'db:5432',
      '/var/run/postgres',
      'postgres://a,b/db',
      'postgres://u:p,w@a:5432,b:5432/db?x=1',
    ],
    DATABASE_POOL: ['0', '1', '501', 'many'],
    SECRET_KEY: ['short', 'x'.repeat(31)],
    DEMO: ['maybe', '2'],
    ROLE: ['API', 'web', 'all,api'],
    LOG_FORMAT: ['text', 'JSON'],
    LOG_LEVEL: ['verbose', 'INFO', '3'],
    TRUST_PROXY: ['true', 'yes', '0', 'loopback', '0.0.0.0/0', '10.0.0.1,'],
    METRICS_TOKEN: ['short'],
    WORKER_PORT: ['0', '65536', 'http'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317', 'http://collector?x=1'],
    OTEL_TRACES_SAMPLER_ARG: ['-1', '2', '1.5', 'half', '10%', '1e-3'],
    WEBHOOK_TRACEPARENT: ['yes', '1'],
    WEBHOOK_ALLOW_PRIVATE: ['yes', '1'],
    WEBHOOK_ALLOWED_NETWORKS: ['intranet', '10.0.0.0/33', '10.0.0.0/8,', '10.0.0.0/8;fd00::/8'],
    SMTP_URL: ['mail.example', 'http://mail.example'],
    MAIL_FROM: ['x'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      test(`stops the start with one line that names it: ${name}=${value}`, () => {
        const message = refusalOf({ [name]: value })

        assert.match(message, new RegExp(`^${name} is not valid \\(expected .+$`))
        assert.equal(message.split('\n').length, 1)
      })
    }
  }

  for (const value of ['80.5', 'true', '0x50', '1e3']) {
    test(`is not read as another number than it says: PORT=${value}`, () => {
      assert.match(refusalOf({ PORT: value }), /^PORT /)
    })
  }

  test('is reported together with every other one, a line each', () => {
    const environment = Object.fromEntries(Object.entries(bad).map(([name, [value]]) => [name, value]))

    const lines = refusalOf(environment).split('\n')

    assert.deepEqual(lines.map((line) => line.split(' ')[0]).toSorted(), Object.keys(bad).toSorted())
  })

  test('is not quoted, since it may be a secret', () => {
    const message = refusalOf({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db', PORT: 'hunter2' })

    assert.doesNotMatch(message, /hunter2/)
  })

  test('is told what it takes', () => {
    assert.match(refusalOf({ PORT: 'x' }), /a whole number from 1 to 65535/)
    assert.match(refusalOf({ ROLE: 'x' }), /one of all, api, worker/)
    assert.match(refusalOf({ DEMO: 'x' }), /true or false/)
    assert.match(refusalOf({ SECRET_KEY: 'x' }), /at least 32 characters/)
  })
})

function refusalOf(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof StartRefused)
    return error.message
  }
  return assert.fail(`taken: ${JSON.stringify(environment)}`)
}
