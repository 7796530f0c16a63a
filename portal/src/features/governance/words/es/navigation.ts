export const words = {
  retention: 'Conservación',
  legal_holds: 'Retenciones legales',
}
