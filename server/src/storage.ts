import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Keyring, openKeyring } from '#platform/crypto/keyring.ts'
import { compareAddresses } from '#platform/db/connections/compare-addresses.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'
import { findRunning } from '#platform/db/embedded/embedded.ts'
import { keepEmbedded } from '#platform/db/embedded/keep-embedded.ts'
import type { SecretKeys } from '#platform/db/encryption/check-secret-key.ts'
import { examineReplica } from '#platform/db/replica/examine-replica.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from './config.ts'

/** Where the data is, and how to let go of it. */
export type Storage = {
  databaseAddress: DatabaseAddress
  /** For what needs a session of its own: locks that outlive a transaction, LISTEN. */
  directAddress: DatabaseAddress
  /** False behind a pooler that shares connections between transactions. */
  hasOwnSessions: boolean
  dataDir: string
  /** Resolves with the reason if the embedded database was given up. */
  lost: Promise<StartRefused>
  close(): Promise<void>
}

/** A replica, and whether each connection to it has a session of its own. */
export type Replica = { address: DatabaseAddress; hasOwnSessions: boolean }

const NEVER = new Promise<never>(() => {})

type Options = { mayShare: boolean; say?: (step: string) => void }

/** The database of the settings. A command may share the embedded one of a running service; a service may not. */
export async function openStorage(config: Config, { mayShare, say = () => {} }: Options): Promise<Storage> {
  const dataDir = resolve(config.DATA_DIR)
  const outside = await outsideAddresses(config)
  if (outside) return { ...outside, dataDir, lost: NEVER, close: async () => {} }
  const running = mayShare ? await findRunning(dataDir) : undefined
  if (running) return { ...withSessions(running), dataDir, lost: NEVER, close: async () => {} }
  say(existsSync(join(dataDir, 'postgres')) ? 'Starting PostgreSQL …' : 'Creating the database …')
  const { address, lost, stop } = await keepEmbedded({ dataDir })
  say('PostgreSQL is running')
  return { ...withSessions(address), dataDir, lost, close: stop }
}

type Addresses = Pick<Storage, 'databaseAddress' | 'directAddress' | 'hasOwnSessions'>

/** What is at the other end is looked at only if there are two addresses; one alone is looked at when it is used. */
async function outsideAddresses(config: Config): Promise<Addresses | undefined> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = config
  if (DATABASE_URL === undefined) {
    if (DATABASE_DIRECT_URL !== undefined) {
      throw new StartRefused('DATABASE_DIRECT_URL needs DATABASE_URL, which it is the direct way to.')
    }
    if (DATABASE_READ_URL === undefined) return undefined
    throw new StartRefused('DATABASE_READ_URL needs DATABASE_URL, which it names a replica of.')
  }
  const databaseAddress: DatabaseAddress = { connectionString: DATABASE_URL, setting: 'DATABASE_URL' }
  if (DATABASE_DIRECT_URL === undefined) return withSessions(databaseAddress)
  const directAddress: DatabaseAddress = { connectionString: DATABASE_DIRECT_URL, setting: 'DATABASE_DIRECT_URL' }
  const { hasOwnSessions } = await compareAddresses({ direct: directAddress, pooled: databaseAddress })
  return { databaseAddress, directAddress, hasOwnSessions }
}

/** Only what answers calls reads from a replica. */
export async function examineReadAddress(config: Config, { directAddress }: Storage): Promise<Replica | undefined> {
  const { DATABASE_READ_URL, ROLE } = config
  if (DATABASE_READ_URL === undefined || ROLE === 'worker') return undefined
  const address: DatabaseAddress = { connectionString: DATABASE_READ_URL, setting: 'DATABASE_READ_URL' }
  return { address, ...(await examineReplica({ direct: directAddress, read: address })) }
}

function withSessions(address: DatabaseAddress): Addresses {
  return { databaseAddress: address, directAddress: address, hasOwnSessions: true }
}

/** The key under which the service writes, and another that it reads besides. */
export async function readSecretKeys(config: Config): Promise<SecretKeys> {
  const { SECRET_KEY_ACCEPTED: accepted } = config
  return { current: await readSecretKey(config), accepted: accepted === undefined ? [] : [accepted] }
}

/** The key of the settings; else the one in the data folder, which is made on the first start. */
async function readSecretKey(config: Config): Promise<string> {
  if (config.SECRET_KEY !== undefined) return config.SECRET_KEY
  const folder = resolve(config.DATA_DIR)
  const file = join(folder, 'secret.key')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new StartRefused(`DATA_DIR ${folder} cannot be written to (${code}).`)
  }
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < 32) throw new StartRefused(`${file} holds no usable key; restore it, or set SECRET_KEY.`)
  return key
}

/** The keyring without a look at the database: for what is only encrypted and decrypted. */
export async function openKeyringOf(config: Config): Promise<Keyring> {
  const { current, accepted } = await readSecretKeys(config)
  return openKeyring(current, { accepted })
}
