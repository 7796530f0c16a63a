import type { DemoKind } from '#modules/auth/index.ts'

type Shown = { email: string; password: string }

const TITLES: Record<DemoKind, string> = {
  employee: 'as an employee',
  hr_manager: 'as an HR manager',
  administrator: 'as an administrator',
}

/** The log-ins of the demo, one per line. */
export function logInLines(people: Partial<Record<DemoKind, Shown>>): string {
  const listed = Object.entries(people) as [DemoKind, Shown][]
  const width = Math.max(...listed.map(([, { email }]) => email.length))
  return listed
    .map(([kind, { email, password }]) => `    ${TITLES[kind].padEnd(20)}${email.padEnd(width)}   ${password}`)
    .join('\n')
}
