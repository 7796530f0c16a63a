/** Two clients of the same make: a hundred times as many requests, employees and managers in the large one. */
export const REQUEST_CLIENTS = { large: 'requests-large', small: 'requests-small' } as const

/** Half of all requests are made from the first form, a quarter from the second, and so on. */
export const FORMS = ['mobility', 'certificate', 'expenses', 'training', 'equipment'] as const

/** Every employee has so many requests. */
export const REQUESTS_OF_EMPLOYEE = 100

/** The managers make requests in turn; there are so many of each. */
export const REQUESTS_OF_MANAGER = 5000

/** The requests are spread over so many days before this one. */
export const DAYS = 1000
export const LAST_DAY = new Date('2026-01-01T00:00:00Z')

export const employeeOf = (serial: number) => `E${String(serial).padStart(6, '0')}`
export const managerOf = (serial: number) => `M${String(serial).padStart(4, '0')}`

/** What the set-up file says of such a client, before people and requests are loaded. */
export const requestClientSetup = (id: string, key: string) => ({
  id,
  api_keys: [{ name: 'bench', key }],
  forms: FORMS.map((code) => ({
    code,
    title: `The form ${code}`,
    category: { slug: 'hr', name: 'HR' },
    fields: [{ code: 'reason', label: 'Reason', type: 'text' }],
  })),
})
