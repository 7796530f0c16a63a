import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'

/**
 * Tries the published OpenAPI files with the tools of others: the linter of Redocly, and a generator whose output must
 * compile. What openapi-typescript makes of them is in sdk/src/generated, which `npm run types` compiles.
 */
const ROOT = join(import.meta.dirname, '..')
const OUTPUT = join(ROOT, 'node_modules/.cache/openapi')
const FILES = ['v2', 'v1', 'unversioned']

const descriptions = FILES.map((name) => `openapi/${name}.json`)
run('node_modules/@redocly/cli/bin/cli.js', ['lint', ...descriptions, '--config=scripts/redocly.yaml'])

rmSync(OUTPUT, { recursive: true, force: true })
await createClient(
  FILES.map((name) => ({
    input: join(ROOT, `openapi/${name}.json`),
    output: join(OUTPUT, name),
    logs: { file: false, level: 'silent' as const },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'] as const,
  })),
)
mkdirSync(OUTPUT, { recursive: true })
writeFileSync(join(OUTPUT, 'package.json'), '{ "type": "module" }')
writeFileSync(
  join(OUTPUT, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    },
    include: ['.'],
  }),
)
run('node_modules/typescript-native/bin/tsc', ['-p', OUTPUT])

/** Runs a tool that must not call home; what it says is shown when it finds something. */
function run(script: string, args: string[]): void {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  if (status === 0) return
  console.error(stdout, stderr)
  process.exit(1)
}
