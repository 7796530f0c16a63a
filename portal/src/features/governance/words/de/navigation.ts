export const words = {
  retention: 'Aufbewahrung',
  disposals: 'Vernichtungen',
  legal_holds: 'Löschsperren',
}
