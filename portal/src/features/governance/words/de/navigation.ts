export const words = {
  retention: 'Aufbewahrung',
  legal_holds: 'Löschsperren',
}
