export const words = {
  legal_holds: 'Löschsperren',
}
