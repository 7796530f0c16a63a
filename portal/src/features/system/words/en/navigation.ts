export const words = {
  system: 'System',
}
