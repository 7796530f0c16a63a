export const words = {
  imports: 'Imports',
}
