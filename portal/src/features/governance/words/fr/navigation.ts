export const words = {
  legal_holds: 'Conservation légale',
}
