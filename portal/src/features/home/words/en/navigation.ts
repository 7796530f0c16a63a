export const words = {
  home: 'Home',
}
