export const words = {
  retention: 'Durées de conservation',
  disposals: 'Éliminations',
  legal_holds: 'Conservation légale',
}
