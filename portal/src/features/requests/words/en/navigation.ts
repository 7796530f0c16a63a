export const words = {
  requests: 'Requests',
  forms: 'Forms',
}
