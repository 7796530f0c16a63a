export const words = {
  mails: 'E-mails',
}
