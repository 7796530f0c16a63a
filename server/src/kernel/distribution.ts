import type { Layout } from '#platform/db/nodes/distribute-tables.ts'

/**
 * How a distributed database is laid out. What belongs to a client lies together on one node. The copied tables tell which
 * clients there are, and whose a hostname or an API key is: what is asked before the client is known. What belongs to no
 * client stays on the coordinator: the installation, failed attempts, migrations, and the queue of jobs.
 */
export const LAYOUT: Layout = { column: 'client_id', copied: ['clients', 'client_hostnames', 'api_key_hashes'] }
