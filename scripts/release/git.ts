import { execFileSync } from 'node:child_process'

export type Git = (...args: string[]) => string

/** Runs git in a folder and answers what it prints; throws what it complains about. */
export function gitIn(folder: string): Git {
  return (...args) => {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  }
}

/** A setting of git, if there is one. */
export function gitSetting(git: Git, name: string): string | undefined {
  try {
    return git('config', name)
  } catch {
    return undefined
  }
}
