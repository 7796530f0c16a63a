export const words = {
  retention: 'Aufbewahrung',
  disposals: 'Vernichtungen',
  legal_holds: 'Löschsperren',
  deletion_requests: 'Löschanträge',
  access_packages: 'Datenauskünfte',
  data: 'Datenschutz',
}
