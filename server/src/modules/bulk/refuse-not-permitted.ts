import { Problem } from '#platform/problem.ts'

/** The refusal of a call that a person's roles do not allow. */
export function refuseNotPermitted(permission: string): never {
  throw new Problem('forbidden', 'not_permitted', `Your roles do not grant ${permission}.`)
}
