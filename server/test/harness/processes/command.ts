import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { bareEnvironment } from './bare-environment.ts'

const BIN = join(import.meta.dirname, '../../../bin/dossier.mjs')

export type Ran = { code: number; stdout: string; stderr: string }

/** Runs an operator's command as a process of its own. */
export function dossier(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { ...bareEnvironment, ...env }, timeout: 60_000 }
    execFile(process.execPath, [BIN, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
    })
  })
}
