/** Applications are issued for each resource; roles are given for what belongs together. */
const PART_OF: Record<string, string> = {
  accounts: 'users',
  dataset_imports: 'datasets',
  organization_groups: 'organizations',
  uploads: 'datasets',
}

/** What a role must give for what an application is issued for: `accounts:read` is part of `users:read`. */
export function rolePermission(permission: string): string {
  const [resource = '', action] = permission.split(':')
  return action === undefined ? permission : `${PART_OF[resource] ?? resource}:${action}`
}
