export const words = {
  notes: 'Notes',
}
