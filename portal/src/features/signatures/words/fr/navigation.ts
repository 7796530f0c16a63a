import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  toSign: 'À signer',
  signatures: 'Signatures',
  types: 'Types de signature',
}
