import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  myData: 'Mes données personnelles',
}
