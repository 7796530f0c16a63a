import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { START_SETTINGS } from '../../../scripts/start-settings.ts'
import { buildServer } from '../../build.ts'
import { eventually } from '../harness/eventually.ts'
import { bareEnvironment } from '../harness/processes/bare-environment.ts'
import { aMigratedFolder } from '../harness/processes/data-folders.ts'
import { aFolder, freePort } from '../harness/processes/service.ts'

const MAIN = join(import.meta.dirname, '../../dist/main.mjs')

/** A first start that is watched on a terminal (`script` makes one), until a line of the log came after the welcome. */
async function watchStart(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  await buildServer()
  const command = [process.execPath, ...START_SETTINGS.flags, MAIN, 'start'].join(' ')
  const port = String(await freePort())
  const terminal = spawn('script', ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'], {
    env: { ...bareEnvironment, TERM: 'xterm-256color', DATA_DIR: dataDir, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let shown = ''
  terminal.stdout.on('data', (chunk) => (shown += chunk))
  const ended = once(terminal, 'close')
  await eventually(() => /curl[^\n]*enterprise\/documents/.test(shown), { withinSeconds: 600 })
  await fetch(`http://127.0.0.1:${port}/api/v2/client/datasets`)
  await eventually(() => /enterprise\/documents[\s\S]*request\./.test(shown), { withinSeconds: 60 })
  terminal.kill('SIGTERM')
  await ended
  return shown.replaceAll('\r', '')
}

describe('a start on a terminal', () => {
  test('says each step, logs readable lines, and does not cut the welcome', async () => {
    const shown = await watchStart(await aFolder())

    const plain = stripVTControlCharacters(shown)
    const steps = [...plain.matchAll(/^ +\d+\.\d s {2}(.+)$/gm)].map(([, step = '']) => step.replace(/\d+/g, 'N'))
    assert.deepEqual(steps, [
      'Starting Dossier …',
      'Creating the database …',
      'PostgreSQL is running',
      'Schema migrated (N migrations)',
      'Loading the demo …',
      'Listening on N.N.N.N:N',
    ])
    assert.match(plain, /^\d\d:\d\d:\d\d INFO {2}request\.\S+ {2}\S+=/m)
    assert.notEqual(plain, shown, 'there are colours')
    const welcome = plain.slice(plain.indexOf('Dossier is ready.'), plain.indexOf('enterprise/documents/'))
    assert.doesNotMatch(welcome, / (?:INFO|WARN) |"level"/)
  })

  test('has no colours with NO_COLOR, and JSON with LOG_FORMAT=json', async () => {
    const shown = await watchStart(await aMigratedFolder(), { NO_COLOR: '1', LOG_FORMAT: 'json' })

    assert.equal(stripVTControlCharacters(shown), shown)
    assert.match(shown, /^\{"level":"info".*"msg":"request\./m)
  })
})
