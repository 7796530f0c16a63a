export const words = {
  distributions: 'Distributions',
}
