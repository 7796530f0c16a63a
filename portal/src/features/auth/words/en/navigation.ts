export const words = {
  identityProviders: 'Single sign-on',
  applications: 'Applications and keys',
}
