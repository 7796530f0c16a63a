import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { findPolicy } from '#modules/governance/policies/queries.ts'
import { readsAll } from '#modules/governance/policies/read-permission.ts'
import { PolicyId } from '#modules/governance/policies/schemas.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { horizonOf } from './horizon.ts'
import { Simulation, SimulationInput, SimulationQuery } from './schemas.ts'
import { simulateInput, simulateRule } from './simulate.ts'

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
      async (request) => {
        const { body } = request
        const found = await simulateInput(db, callerOf(request).client, body, horizonOf(clock, body.until))
        return shownTo(request, body.resource_type, found)
      },
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
      async (request) => {
        const { params, query } = request
        const { client } = callerOf(request)
        const policy = await findPolicy(db, client, params.id)
        if (!policy) throw notFound('retention policy', params.id)
        const found = await simulateRule(db, client, policy, horizonOf(clock, query.until))
        return shownTo(request, policy.resource_type, found)
      },
    )
  }
}

/** Only callers who may read all items of the type are told which ones there are. */
function shownTo(request: FastifyRequest, type: HeldType, found: Simulation): Simulation {
  return readsAll(request, type) ? found : { ...found, sample_ids: [] }
}
