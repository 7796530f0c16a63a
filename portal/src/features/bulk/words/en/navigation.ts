export const words = {
  bulkActions: 'My bulk actions',
}
