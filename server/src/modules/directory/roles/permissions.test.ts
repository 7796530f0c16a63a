import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ROLE_RESOURCES } from '#kernel/access/resources.ts'

const PAGE = join(import.meta.dirname, '../../../../../docs/api/permissions.md')

describe('the permissions of roles', () => {
  test('are the ones that the documentation lists, with the same words', async () => {
    const page = await readFile(PAGE, 'utf8')

    const listed = [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, resource, meaning]) => [resource, meaning])

    assert.deepEqual(listed, Object.entries(ROLE_RESOURCES))
  })
})
