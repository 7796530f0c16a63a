import type { Target } from '#kernel/resources/change-if.ts'
import { presentDistribution } from '#modules/distributions/projects/present.ts'
import { lockProject, projectNumber } from '#modules/distributions/projects/queries.ts'
import { findDistribution } from './queries.ts'
import { Distribution } from './schemas.ts'

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
