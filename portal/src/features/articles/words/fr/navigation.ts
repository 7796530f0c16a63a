import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  helpArticles: 'Articles d’aide',
  help: 'Aide',
  articles: 'Articles',
}
