import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at } from '../http/answer-of.ts'
import type { Schemas } from '../schemas.ts'
import { resource } from './resource.ts'

const V2 = '/api/v2/client'
const LIST = `${V2}/retention_policies` as const
const ONE = `${LIST}/{id}` as const

/** How long things are kept. */
export function retentionPolicies(raw: Client<paths>) {
  return {
    ...resource(raw, LIST, ONE, {}),
    /** What a policy would do that is not saved. */
    simulate: (body: Schemas['RetentionSimulationInput']) => answerOf(raw.POST(`${LIST}/simulate`, { body })),
    /** What a saved policy does, until a day such as 2031-12-31. */
    simulation: (id: string, query: { until?: string } = {}) =>
      answerOf(raw.GET(`${ONE}/simulation`, { params: { path: { id }, query } })),
    /** How long one thing is kept, and why. */
    of: {
      employeeDocument: (id: string) => answerOf(raw.GET(`${V2}/employee_documents/{id}/retention`, at({ id }))),
      companyDocument: (id: string) => answerOf(raw.GET(`${V2}/company_documents/{id}/retention`, at({ id }))),
      note: (id: string) => answerOf(raw.GET(`${V2}/notes/{id}/retention`, at({ id }))),
      signatureProcess: (id: string) => answerOf(raw.GET(`${V2}/signature_processes/{id}/retention`, at({ id }))),
      employee: (technical_id: string) =>
        answerOf(raw.GET(`${V2}/employees/{technical_id}/retention`, at({ technical_id }))),
    },
  }
}
