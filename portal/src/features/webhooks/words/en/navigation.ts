export const words = {
  webhooks: 'Webhooks',
}
