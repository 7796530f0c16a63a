export const words = {
  organizations: 'Organizations',
  people: 'People and log-ins',
  roles: 'Roles',
  customFields: 'Custom fields',
}
