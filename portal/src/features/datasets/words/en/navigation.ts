export const words = {
  datasets: 'Data sets',
}
