export type Scope = 'employee' | 'manager'

/** Who is logged in, for which client, and what they may do. */
export type Session = {
  person: {
    scope: Scope
    technical_id: string
    first_name: string
    last_name: string
    email: string | null
    language: string | null
  }
  client: { id: string; name: string; languages: string[] }
  /** What a manager may do somewhere: `employees:read`, `*` … */
  permissions: string[]
  /** What a manager may do for the whole client. */
  admin_permissions: string[]
  /** The other log-ins of the same person. */
  other_scopes: Scope[]
  /** Where the service is to be reached from elsewhere. */
  public_url: string
}
