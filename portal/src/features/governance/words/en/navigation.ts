export const words = {
  retention: 'Retention',
  legal_holds: 'Legal holds',
}
