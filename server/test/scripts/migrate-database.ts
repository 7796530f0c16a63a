import { migrate } from '#kernel/migrate.ts'

/** Brings the database that its argument names up to date, and prints what was applied. */
const { applied } = await migrate(JSON.parse(process.argv[2] ?? ''))
process.stdout.write(JSON.stringify(applied))
