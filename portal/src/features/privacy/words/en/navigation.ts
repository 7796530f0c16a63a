export const words = {
  myData: 'My data and privacy',
}
