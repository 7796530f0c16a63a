import { type Problem, unavailable } from '#platform/problem.ts'

/** How much memory all bodies may take together, and those of one tenant. A parsed body can take ten times its size. */
export const BODY_BUDGET = { totalBytes: 16 * 1024 * 1024, tenantBytes: 8 * 1024 * 1024 }

export type BodyBudget = {
  /** Begins an account for one call; what it took is given back when it is released. */
  open(tenant: string): BodyReservation
}
export type BodyReservation = { take(bytes: number): void; release(): void }

/** Counts the bytes of bodies as they arrive, and refuses those that exceed the capacity. */
export function openBodyBudget({ totalBytes, tenantBytes } = BODY_BUDGET): BodyBudget {
  let total = 0
  const byTenant = new Map<string, number>()
  const add = (tenant: string, bytes: number) => {
    const held = (byTenant.get(tenant) ?? 0) + bytes
    total += bytes
    if (held > 0) byTenant.set(tenant, held)
    else byTenant.delete(tenant)
  }
  return {
    open(tenant) {
      let held = 0
      return {
        take(bytes) {
          const isTooMuch = total + bytes > totalBytes || (byTenant.get(tenant) ?? 0) + bytes > tenantBytes
          if (isTooMuch) throw tooMuchAtOnce()
          held += bytes
          add(tenant, bytes)
        },
        release() {
          add(tenant, -held)
          held = 0
        },
      }
    },
  }
}

function tooMuchAtOnce(): Problem {
  return unavailable('busy', 'Too many large bodies are being sent at once. Try again.', 1)
}
