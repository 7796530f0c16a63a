import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  helpArticles: 'Artículos de ayuda',
  help: 'Ayuda',
  articles: 'Artículos',
}
