import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { PORT } from './data-paths.ts'

const MB = 1024 * 1024

export type Machine = { memoryBytes: number; sharedMemoryBytes: number }

/** The settings that PostgreSQL gets on its command line. */
export function serverSettings(socketDir: string, machine: Machine = thisMachine()): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: quoted(socketDir),
    unix_socket_permissions: '0700',
    ...durability,
    ...memory(machine),
    ...writeLoad,
    ...quietLog,
    jit: 'off',
    // `try` is killed by SIGBUS in containers whose share of huge pages is zero, and at this size they gain little.
    huge_pages: 'off',
    shared_preload_libraries: '',
    TimeZone: 'UTC',
  }
}

// Said aloud although these are the defaults: what was acknowledged is never lost.
const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

const writeLoad = {
  max_connections: '200',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  random_page_cost: '1.1',
}

// DETAIL lines and failed statements quote rows, and rows are about people.
const quietLog = {
  log_destination: 'stderr',
  logging_collector: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
}

function memory({ memoryBytes, sharedMemoryBytes }: Machine): Record<string, string> {
  const sharedBuffers = Math.min(Math.max(memoryBytes / 8, 64 * MB), 1024 * MB)
  return {
    shared_buffers: megabytes(sharedBuffers),
    effective_cache_size: megabytes(Math.max(memoryBytes / 2, 128 * MB)),
    // Parallel queries put hash tables into /dev/shm; the 64 MB of a container make them fail, files do not.
    dynamic_shared_memory_type: sharedMemoryBytes < 512 * MB ? 'mmap' : 'posix',
  }
}

function thisMachine(): Machine {
  // A container sees the memory of its host; its own limit is the true one.
  const limit = process.constrainedMemory()
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return { memoryBytes, sharedMemoryBytes: sharedMemory() }
}

function sharedMemory(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  try {
    const { bsize, bavail } = statfsSync('/dev/shm')
    return bsize * bavail
  } catch {
    return 0
  }
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)}MB`
}

/** The setting is a list, in which a comma parts two folders. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
