export const words = {
  retention: 'Retention',
  disposals: 'Disposals',
  legal_holds: 'Legal holds',
}
