export const words = {
  retention: 'Durées de conservation',
  legal_holds: 'Conservation légale',
}
