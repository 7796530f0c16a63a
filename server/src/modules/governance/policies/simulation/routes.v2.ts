import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { PolicyId } from '#modules/governance/policies/schemas.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import type { Horizon } from './queries.ts'
import { Simulation, SimulationInput, SimulationQuery } from './schemas.ts'
import { simulateInput, simulateSaved } from './simulate.ts'

const { read } = accessTo('retention_policies')

/** What a policy would do, before it is saved and after. */
export function simulationRoutes({ db, clock }: { db: Db; clock: Clock }): Routes {
  return (v2) => {
    v2.post(
      '/retention_policies/simulate',
      {
        config: read,
        schema: {
          operationId: 'simulateRetentionPolicy',
          summary: 'Simulate a retention policy that is not saved',
          body: SimulationInput,
          response: { 200: Simulation },
        },
      },
      (request) => simulateInput(db, callerOf(request).client, request.body, horizonOf(clock, request.body.until)),
    )

    v2.get(
      '/retention_policies/:id/simulation',
      {
        config: read,
        schema: {
          operationId: 'getRetentionPolicySimulation',
          summary: 'Simulate a saved retention policy',
          params: Type.Object({ id: PolicyId }),
          querystring: SimulationQuery,
          response: { 200: Simulation },
        },
      },
      (request) => {
        const { params, query } = request
        return simulateSaved(db, callerOf(request).client, params.id, horizonOf(clock, query.until))
      },
    )
  }
}

function horizonOf(clock: Clock, until: string | undefined): Horizon {
  const today = clock.now().toISOString().slice(0, 10)
  return { today, until: until ?? inAYear(today) }
}

/** The same day of the next year; of February 29, the last day of February. */
function inAYear(today: string): string {
  const [year = '', ...rest] = today.split('-')
  const day = rest.join('-') === '02-29' ? '02-28' : rest.join('-')
  return `${Number(year) + 1}-${day}`
}
