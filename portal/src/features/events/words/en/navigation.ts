export const words = {
  events: 'Events',
  history: 'History',
}
