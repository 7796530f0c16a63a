export const words = {
  help: 'Help',
}
