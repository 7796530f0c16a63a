import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { snippets } from './docs-page.ts'
import type { Received } from './receiver.ts'

type Sent = Pick<Received, 'headers' | 'raw'>

/** What a piece of code of the page says of a callback; undefined where it does not look. */
export type Verdict = { standard: boolean; plain: boolean | undefined }
export type Checker = (callback: Sent, key: string) => Promise<Verdict>

/** A language of the page, with the commands that running it takes. */
export type Language = {
  name: string
  needs: string[]
  snippets: (string | undefined)[]
  open(folder: string): Promise<Checker>
}

const NODE_MODULES = join(import.meta.dirname, '../../../../../node_modules')

const [typescript, withPackage] = snippets('### TypeScript', 'ts')
const [python] = snippets('### Python', 'python')
const [java] = snippets('### Java', 'java')
const [standardShell, plainShell] = snippets('### Shell', 'sh')

const PYTHON_CASE = `
import json, sys
from signature import is_genuine, is_signed_plainly
case = json.load(sys.stdin)
for check in (is_genuine, is_signed_plainly):
    try:
        print(check(case["raw"].encode(), case["headers"], case["key"]))
    except ValueError:
        print(False)
`

const JAVA_CASE = `
import java.util.*;
public final class Case {
    public static void main(String[] given) throws Exception {
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < given.length; i += 2) headers.put(given[i], given[i + 1]);
        byte[] body = System.in.readAllBytes();
        System.out.println(DossierSignature.isGenuine(body, headers, given[0]));
        System.out.println(DossierSignature.isSignedPlainly(body, headers, given[0]));
    }
}
`

export const LANGUAGES: Language[] = [
  {
    name: 'TypeScript',
    needs: [],
    snippets: [typescript],
    async open(folder) {
      const { isGenuine, isSignedPlainly } = await load(folder, 'signature.ts', typescript)
      return async ({ raw, headers }, key) => ({
        standard: succeeds(() => isGenuine?.(Buffer.from(raw), headers, key)),
        plain: succeeds(() => isSignedPlainly?.(Buffer.from(raw), headers, key)),
      })
    },
  },
  {
    name: 'TypeScript with standardwebhooks',
    needs: [],
    snippets: [withPackage],
    async open(folder) {
      const { verified } = await load(folder, 'package.ts', withPackage)
      return async ({ raw, headers }, key) => ({
        standard: succeeds(() => verified?.(Buffer.from(raw), headers, key) !== undefined),
        plain: undefined,
      })
    },
  },
  {
    name: 'Python',
    needs: ['python3'],
    snippets: [python],
    async open(folder) {
      await writeFile(join(folder, 'signature.py'), python ?? '')
      await writeFile(join(folder, 'case.py'), PYTHON_CASE)
      return async ({ raw, headers }, key) =>
        verdictOf(await run(folder, ['python3', 'case.py'], { input: JSON.stringify({ raw, headers, key }) }))
    },
  },
  {
    name: 'Java',
    needs: ['javac', 'java'],
    snippets: [java],
    async open(folder) {
      await writeFile(join(folder, 'DossierSignature.java'), java ?? '')
      await writeFile(join(folder, 'Case.java'), JAVA_CASE)
      await run(folder, ['javac', '-Xlint:all', '-Werror', 'DossierSignature.java'])
      await run(folder, ['javac', 'Case.java'])
      return async ({ raw, headers }, key) => {
        const words = Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
        return verdictOf(await run(folder, ['java', '-cp', '.', 'Case', key, ...words], { input: raw }))
      }
    },
  },
  {
    name: 'Shell',
    needs: ['openssl'],
    snippets: [standardShell, plainShell],
    async open(folder) {
      return async ({ raw, headers }, key) => {
        const place = await mkdtemp(join(folder, 'case-'))
        await writeFile(join(place, 'body.json'), raw)
        const named = Object.entries(headers).map(([name, value]) => [name.toUpperCase().replaceAll('-', '_'), value])
        const env = { ...Object.fromEntries(named), KEY: key } as Record<string, string>
        const isGenuine = async (code = '') =>
          (await run(place, ['sh', '-c', code], { env })).stdout.trim() === 'genuine'
        return { standard: await isGenuine(standardShell), plain: await isGenuine(plainShell) }
      }
    },
  },
]

/** So that what is in the folder finds the packages that are installed here. */
export async function withPackages(folder: string): Promise<string> {
  await symlink(NODE_MODULES, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

type Functions = Record<string, (body: Buffer, headers: Received['headers'], key: string) => unknown>

async function load(folder: string, name: string, code = ''): Promise<Functions> {
  const file = join(folder, name)
  await writeFile(file, code)
  return import(pathToFileURL(file).href)
}

/** What is thrown is a no. */
function succeeds(check: () => unknown): boolean {
  try {
    return check() === true
  } catch {
    return false
  }
}

export type Ran = { stdout: string; stderr: string; code: number | null }

/** Runs a command in a folder to its end. */
export async function run(
  folder: string,
  [command = '', ...args]: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = execFile(command, args, { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })
  const ran = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (ran.stdout += chunk))
  child.stderr?.on('data', (chunk) => (ran.stderr += chunk))
  // A command that ends early does not read.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  return { ...ran, code }
}

function verdictOf({ stdout }: Ran): Verdict {
  const [standard, plain] = stdout.trim().split(/\s+/)
  return { standard: /^true$/i.test(standard ?? ''), plain: /^true$/i.test(plain ?? '') }
}
