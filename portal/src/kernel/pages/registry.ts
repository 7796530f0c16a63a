import type { DocumentTab, EmployeeTab, Feature } from './feature.ts'

let registered: readonly Feature[] = []

/** Called once, with the list of `app/features.ts`. */
export function registerFeatures(features: readonly Feature[]): void {
  registered = features
}

/** For pages that show what other features give. */
export function registeredFeatures(): readonly Feature[] {
  return registered
}

export function employeeTabs(): EmployeeTab[] {
  return registered.flatMap((feature) => feature.employeeTabs ?? []).toSorted((left, right) => left.order - right.order)
}

export function documentTabs(): DocumentTab[] {
  return registered.flatMap((feature) => feature.documentTabs ?? [])
}
