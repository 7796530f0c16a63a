import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
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

/*
 * These programs answer a line for each line that they are given, as starting one takes longer than all cases: body, key,
 * names and values of headers, all in Base64. What is thrown is a no.
 */

const PYTHON_CASES = `
import base64, sys
from signature import is_genuine, is_signed_plainly

def verdict(check, body, headers, key):
    try:
        return check(body, headers, key)
    except ValueError:
        return False

for line in sys.stdin:
    body, key, *words = [base64.b64decode(word) for word in line.rstrip("\\n").split(",")]
    texts = [word.decode() for word in words]
    headers = dict(zip(texts[::2], texts[1::2]))
    print(*(verdict(check, body, headers, key.decode()) for check in (is_genuine, is_signed_plainly)), flush=True)
`

const JAVA_CASES = `
import java.io.*;
import java.util.*;
import java.util.concurrent.Callable;
public final class Cases {
    public static void main(String[] given) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            List<byte[]> words = new ArrayList<>();
            for (String word : line.split(",", -1)) words.add(Base64.getDecoder().decode(word));
            Map<String, String> headers = new HashMap<>();
            for (int i = 2; i < words.size(); i += 2) headers.put(text(words.get(i)), text(words.get(i + 1)));
            byte[] body = words.get(0);
            String key = text(words.get(1));
            boolean standard = verdict(() -> DossierSignature.isGenuine(body, headers, key));
            System.out.println(standard + " " + verdict(() -> DossierSignature.isSignedPlainly(body, headers, key)));
        }
    }
    static boolean verdict(Callable<Boolean> check) {
        try {
            return check.call();
        } catch (Exception thrown) {
            return false;
        }
    }
    static String text(byte[] word) throws Exception {
        return new String(word, "UTF-8");
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
      await writeFile(join(folder, 'cases.py'), PYTHON_CASES)
      return checkerBy(folder, ['python3', 'cases.py'])
    },
  },
  {
    name: 'Java',
    needs: ['javac', 'java'],
    snippets: [java],
    async open(folder) {
      await writeFile(join(folder, 'DossierSignature.java'), java ?? '')
      await writeFile(join(folder, 'Cases.java'), JAVA_CASES)
      await run(folder, ['javac', '-Xlint:all', '-Werror', 'DossierSignature.java', 'Cases.java'])
      return checkerBy(folder, ['java', '-cp', '.', 'Cases'])
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
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = execFile(command, args, { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })
  const ran = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (ran.stdout += chunk))
  child.stderr?.on('data', (chunk) => (ran.stderr += chunk))
  child.stdin?.end()
  const [code] = await once(child, 'close')
  return { ...ran, code }
}

/** A program that answers each case with a line, until the tests of this suite have ended. */
function checkerBy(folder: string, [command = '', ...args]: string[]): Checker {
  const child = spawn(command, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  after(() => void child.stdin.end())
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async ({ raw, headers }, key) => {
    const words = [raw, key, ...Object.entries(headers).flatMap(([name, value]) => [name, String(value)])]
    child.stdin.write(`${words.map((word) => Buffer.from(word).toString('base64')).join()}\n`)
    const { value = '' } = await answers.next()
    assert.match(value, /^(true|false) (true|false)$/i, `${command} answers neither yes nor no`)
    const [standard, plain] = value.toLowerCase().split(' ')
    return { standard: standard === 'true', plain: plain === 'true' }
  }
}
