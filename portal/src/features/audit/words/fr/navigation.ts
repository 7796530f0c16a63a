import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  audit: 'Audit',
  views: 'Consultations',
}
