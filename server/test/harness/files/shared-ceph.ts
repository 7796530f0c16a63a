import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterProcess } from '#test/harness/after-process.ts'
import { type Ceph, type S3Access, startCeph } from './ceph.ts'
import { memoryFolder } from './memory-folder.ts'

/** Few, so that tests meet a second page. */
export const OBJECTS_ON_A_PAGE = 5

const execute = promisify(execFile)

/** Ceph of this machine, in memory. */
export async function startLocalCeph(): Promise<Ceph> {
  const folder = await mkdtemp(join(memoryFolder(), 'dossier-ceph-'))
  const ceph = await startCeph({
    root: '/',
    pageSize: OBJECTS_ON_A_PAGE,
    folder: { inside: folder, outside: folder },
    run: ([file = '', ...args]) => execute(file, args),
    start([file = '', ...args]) {
      const child = spawn(file, args, { stdio: 'ignore' })
      // It must not outlive a run that ends without a word.
      const kill = () => child.kill('SIGKILL')
      process.once('exit', kill)
      child.once('exit', () => process.off('exit', kill))
      return child
    },
  })
  return {
    ...ceph,
    async stop() {
      await ceph.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts Ceph for all processes of a test run when the first of them asks for it: most single files never do. */
export async function offerCeph(): Promise<{ address: string; close(): Promise<void> }> {
  let started: Promise<Ceph> | undefined
  const server = createServer(async (_request, response) => {
    started ??= startLocalCeph()
    try {
      const { endpoint, accessKeyId, secretAccessKey } = await started
      response.end(JSON.stringify({ endpoint, accessKeyId, secretAccessKey }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await (await started?.catch(() => undefined))?.stop()
    },
  }
}

let access: Promise<S3Access> | undefined

/** The server of the whole test run, or one of our own when a single file is run by itself. */
export function sharedCeph(): Promise<S3Access> {
  access ??= askForCeph(process.env.TEST_S3_SERVER)
  return access
}

async function askForCeph(address: string | undefined): Promise<S3Access> {
  if (address === undefined) {
    const ceph = await startLocalCeph()
    afterProcess(() => ceph.stop())
    return ceph
  }
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`Ceph did not start: ${await answer.text()}`)
  return (await answer.json()) as S3Access
}
