export const words = {
  legal_holds: 'Legal holds',
}
