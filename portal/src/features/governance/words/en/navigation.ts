export const words = {
  retention: 'Retention',
  disposals: 'Disposals',
  legal_holds: 'Legal holds',
  deletion_requests: 'Deletion requests',
  access_packages: 'Access packages',
  data: 'Data rights',
}
