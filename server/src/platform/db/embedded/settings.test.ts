import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPackageDir } from './binaries.ts'
import { socketDirOf } from './data-paths.ts'
import { serverSettings } from './settings.ts'

const GB = 1024 ** 3

const memory = [
  { memoryBytes: GB / 8, sharedBuffers: '64MB' },
  { memoryBytes: 2 * GB, sharedBuffers: '256MB' },
  { memoryBytes: 64 * GB, sharedBuffers: '1024MB' },
]
for (const { memoryBytes, sharedBuffers } of memory) {
  test(`a machine of ${memoryBytes / GB} GB gives ${sharedBuffers} to shared buffers`, () => {
    const settings = serverSettings('/run', { memoryBytes, sharedMemoryBytes: GB })

    assert.equal(settings.shared_buffers, sharedBuffers)
  })
}

test('a small /dev/shm is not relied on', () => {
  const small = serverSettings('/run', { memoryBytes: GB, sharedMemoryBytes: 64 * 1024 ** 2 })
  const large = serverSettings('/run', { memoryBytes: GB, sharedMemoryBytes: GB })

  assert.equal(small.dynamic_shared_memory_type, 'mmap')
  assert.equal(large.dynamic_shared_memory_type, 'posix')
})

test('a socket is in the data folder while its path fits, in bytes', () => {
  assert.equal(socketDirOf('/var/lib/dossier'), '/var/lib/dossier/run')
  assert.match(socketDirOf(`/var/lib/${'é'.repeat(50)}`), /^\/tmp\/dossier-/)
})

test('a platform without binaries is refused in one line that names DATABASE_URL', () => {
  assert.throws(() => findPackageDir('sunos-sparc'), {
    name: 'StartRefused',
    message: /^Embedded PostgreSQL is not available for sunos-sparc .+; set DATABASE_URL .+$/,
  })
})
