export const words = {
  audit: 'Audit',
  views: 'Who viewed',
}
