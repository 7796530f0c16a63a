import type { Target } from '#platform/http/change-if.ts'
import { findDistribution } from './distribution-queries.ts'
import { Distribution } from './distribution-schemas.ts'
import { presentDistribution } from './present.ts'
import { lockProject, projectNumber } from './project-queries.ts'

/** What a spool is part of is locked first, as whatever changes the spool does. */
export function spoolAt(id: string): Target {
  return {
    schema: Distribution,
    async lockCurrent({ tx, client }) {
      const number = projectNumber(id)
      const found = number === undefined ? undefined : await findDistribution(tx, client, number)
      if (!found) return undefined
      await lockProject(tx, client, found.project_id)
      const row = await findDistribution(tx, client, found.id)
      return row && presentDistribution(row)
    },
  }
}
