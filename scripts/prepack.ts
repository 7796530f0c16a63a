import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.ts'
import { BUILDS, stampOf } from './freshness.mjs'
import { thirdPartyLicenses } from './third-party-licenses.ts'

// `npm pack`: makes what the package contains and a checkout does not.
await build(console.log)
const { dist } = BUILDS.server
// Those of the build before are there for a service that still runs.
const built = new Set([...(stampOf(dist)?.files ?? []), '.stamp'])
for (const file of readdirSync(dist)) if (!built.has(file)) rmSync(join(dist, file))
writeFileSync(join(import.meta.dirname, '../THIRD_PARTY_LICENSES'), thirdPartyLicenses())
