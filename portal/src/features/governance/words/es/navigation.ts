export const words = {
  legal_holds: 'Retenciones legales',
}
