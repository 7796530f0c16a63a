import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  identityProviders: 'Inicio de sesión único',
  applications: 'Aplicaciones y claves',
  profile: 'Mi perfil',
  docs: 'Documentación de la API',
}
