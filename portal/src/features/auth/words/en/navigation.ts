export const words = {
  identityProviders: 'Single sign-on',
  applications: 'Applications and keys',
  profile: 'My profile',
  docs: 'API documentation',
}
