import { appWords } from '#app/words.ts'
import type { AccountEntry, EmployeeEntry, ManagerEntry, NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { registeredFeatures } from '#kernel/pages/registry.ts'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import type { Session } from '#kernel/session/session.api.ts'
import { word } from '#ui/language/words.ts'

const byOrder = (left: { order: number }, right: { order: number }) => left.order - right.order

/** Where an employee can go; there with the first script. */
export function employeeEntries(): EmployeeEntry[] {
  return registeredFeatures()
    .flatMap(({ navigation }) => navigation?.employee ?? [])
    .toSorted(byOrder)
}

export function employeeNavigation(): NavigationGroup[] {
  return [{ id: 'personal', label: word(appWords, 'nav.personal'), entries: employeeEntries() }]
}

/** The groups of managers; those of administrators ask for permissions of the whole client. */
const GROUPS: { id: ManagerEntry['group']; admin: boolean }[] = [
  { id: 'work', admin: false },
  { id: 'content', admin: true },
  { id: 'people', admin: true },
  { id: 'governance', admin: true },
  { id: 'technical', admin: true },
]

/** What a manager may open; loaded for managers only. */
export async function loadManagerNavigation(session: Session): Promise<NavigationGroup[]> {
  const given = registeredFeatures().map(({ navigation }) => navigation?.manager?.() ?? [])
  const all = (await Promise.all(given)).flat().toSorted(byOrder)
  return GROUPS.map(({ id, admin }) => {
    const granted = admin ? mayAdmin : may
    const entries = all.filter(
      (entry) => entry.group === id && (!entry.permission || granted(session, entry.permission)),
    )
    return { id, label: word(appWords, `nav.${id}`), admin, entries }
  }).filter(({ entries }) => entries.length > 0)
}

/** All entries of the account menu; loaded with it. */
export async function loadAccountEntries(): Promise<AccountEntry[]> {
  const given = registeredFeatures().map(({ navigation }) => navigation?.account?.() ?? [])
  return (await Promise.all(given)).flat().toSorted(byOrder)
}
