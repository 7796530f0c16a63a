import type { operations, paths } from '#portal-api'

/** What a call of the portal answers, by its path. */
export type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** The same by the name of the operation. */
export type AnswerOf<Name extends keyof operations, Status extends number = 200> = operations[Name] extends {
  responses: { [S in Status]: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

/** The parameters of a call. */
export type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? Q : never
