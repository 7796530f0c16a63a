export const words = {
  retention: 'Conservación',
  disposals: 'Eliminaciones',
  legal_holds: 'Retenciones legales',
}
