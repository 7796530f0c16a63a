import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  toSign: 'Por firmar',
  signatures: 'Firmas',
  types: 'Tipos de firma',
}
