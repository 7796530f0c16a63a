import { ArticleEditor } from './ArticleEditor.tsx'

export function NewArticlePage() {
  return <ArticleEditor />
}
