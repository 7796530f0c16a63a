import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderInRoot, runInRoot, startInRoot } from '../harness/debian.ts'
import type { Postgres } from './postgres.ts'

const USER = 'postgres'
const STANZA = 'dossier'

export type PgBackRest = {
  /** The command that PostgreSQL archives with. */
  archiveCommand: string
  /** Says where the server is, and makes the place for its backups. */
  createStanza(postgres: Postgres): void
  /** The load goes on meanwhile. */
  backUp(type: 'full' | 'incr'): Promise<void>
  /** Into the empty data folder of the server, up to this moment. */
  restore(moment: string): void
  /** The bytes of the repository. */
  sizeBytes(): number
}

/** A pgBackRest with an encrypted repository in a folder of its own. */
export async function openPgBackRest(): Promise<PgBackRest> {
  const folder = await folderInRoot(USER)
  for (const part of ['repo', 'log', 'lock', 'spool']) mkdirSync(join(folder.outside, part))
  const inside = (part: string) => join(folder.inside, part)
  const config = inside('pgbackrest.conf')
  const write = (server: string[]) =>
    writeFileSync(
      join(folder.outside, 'pgbackrest.conf'),
      [
        '[global]',
        `repo1-path=${inside('repo')}`,
        'repo1-cipher-type=aes-256-cbc',
        'repo1-cipher-pass=of this run only',
        'repo1-retention-full=2',
        `log-path=${inside('log')}`,
        `lock-path=${inside('lock')}`,
        `spool-path=${inside('spool')}`,
        'start-fast=y',
        `[${STANZA}]`,
        ...server,
        '',
      ].join('\n'),
    )
  write([])
  runInRoot(['chown', '-R', USER, folder.inside])
  const command = ['pgbackrest', `--config=${config}`, `--stanza=${STANZA}`]
  const run = (...args: string[]) => runInRoot([...command, ...args], { user: USER })
  return {
    archiveCommand: [...command, 'archive-push %p'].join(' '),
    createStanza({ data, port }) {
      write([`pg1-path=${data.inside}`, `pg1-port=${port}`, `pg1-socket-path=${dirname(data.inside)}`])
      run('stanza-create')
    },
    async backUp(type) {
      const child = startInRoot([...command, `--type=${type}`, 'backup'], { user: USER })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`pgbackrest backup ended with ${code}.`)
    },
    restore: (moment) => void run('--type=time', `--target=${moment}`, '--target-action=promote', 'restore'),
    sizeBytes: () => Number.parseInt(runInRoot(['du', '-sb', inside('repo')]), 10),
  }
}
