import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const PACKAGES = {
  pdfsig: 'poppler-utils',
  pdfdetach: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdftotext: 'poppler-utils',
  openssl: 'openssl',
  python3: 'python3',
  mypy: 'mypy',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  promtool: 'prometheus',
}
export type ProgramName = keyof typeof PACKAGES

const execute = promisify(execFile)

export function hasProgram(name: ProgramName): boolean {
  return spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined
}

/** What a program of another maker says; fails when it does not end well. */
export async function runProgram(name: ProgramName, parameters: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await execute(name, parameters, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    return stdout + stderr
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new Error(`${name} is needed for this test: install the package ${PACKAGES[name]}.`)
  }
}
