import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { HitList } from '#ui/lists/HitList.tsx'
import { Pieces } from '#ui/lists/Pieces.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import type { CursorList } from '#ui/table/cursor-list.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import type { ListedArticle } from './articles.api.ts'
import classes from './articles.module.css'
import { articleWords } from './words.ts'

type ArticleHitsProps = {
  list: CursorList<ListedArticle>
  hrefOf: (article: ListedArticle) => string
  label: string
  empty: ReactNode
}

/** Articles that were found, each with where it says what was looked for. */
export function ArticleHits({ list, hrefOf, label, empty }: ArticleHitsProps) {
  const t = useWords(articleWords)
  if (list.isLoading) return <LoadingState lines={6} height={22} />
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />
  if (list.rows.length === 0) return empty
  return (
    <>
      <HitList label={label}>
        {list.rows.map((article) => (
          <li key={article.slug}>
            <AppLink href={hrefOf(article)} className={classes.hit}>
              <Text component="span" fw={600} className={classes.hitTitle}>
                {article.highlights ? <Pieces pieces={article.highlights.title} /> : article.title}
              </Text>
              <Text component="span" size="sm" className={classes.hitText}>
                {article.highlights ? <Pieces pieces={article.highlights.text} /> : article.summary}
              </Text>
              <Text component="span" size="xs" c="dimmed" className={classes.hitFoot}>
                {article.category && <span>{article.category.name}</span>}
                <span>
                  {t('updated')} <RelativeTime value={article.updated_at} />
                </span>
              </Text>
            </AppLink>
          </li>
        ))}
      </HitList>
      {list.hasMore && (
        <Button variant="default" mt="md" onClick={list.loadMore} loading={list.isLoadingMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
