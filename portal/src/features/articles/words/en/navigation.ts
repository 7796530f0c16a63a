export const words = {
  helpArticles: 'Help articles',
  help: 'Help',
  articles: 'Articles',
}
