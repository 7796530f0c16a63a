import { Button, Select, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import type { ReadArticle } from './articles.api.ts'
import classes from './articles.module.css'
import { articleWords } from './words.ts'

type ReadingProps = {
  article: ReadArticle
  onLanguage: (language: string) => void
  /** Below the text. */
  foot?: ReactNode
}

/** An article to be read: its text in a readable measure, what it consists of, its languages. */
export function Reading({ article, onLanguage, foot }: ReadingProps) {
  const t = useWords(articleWords)
  const format = useFormat()
  const nameOf = useLanguageName()
  const paper = useRef<HTMLDivElement>(null)
  const headings = useHeadings(paper, article.body)
  return (
    <div className={classes.reading}>
      <article className={classes.paper} lang={article.language_code}>
        <div ref={paper}>
          <RichText html={article.body} />
        </div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </article>
      <aside className={classes.aside}>
        <Text component="div" size="sm" c="dimmed">
          {t('updated')} <time dateTime={article.updated_at}>{format.date(article.updated_at)}</time>
        </Text>
        <div className={classes.tools}>
          {article.languages.length > 1 && (
            <Select
              aria-label={t('language')}
              data={article.languages.map((one) => ({ value: one, label: nameOf(one) }))}
              value={article.language_code}
              allowDeselect={false}
              onChange={(language) => language && onLanguage(language)}
            />
          )}
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
        {headings.length > 2 && <Contents headings={headings} />}
      </aside>
    </div>
  )
}

type Heading = { id: string; text: string; level: number }

function Contents({ headings }: { headings: Heading[] }) {
  const t = useWords(articleWords)
  return (
    <nav aria-label={t('contents')}>
      <Title order={2} size="h5" mb="xs">
        {t('contents')}
      </Title>
      <ol className={classes.contents}>
        {headings.map(({ id, text, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The headings of a text that is on the page; each gets a name that a link can lead to. */
function useHeadings(paper: React.RefObject<HTMLDivElement | null>, body: string): Heading[] {
  const [headings, setHeadings] = useState<Heading[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headings are those of the text
  useEffect(() => {
    const found = [...(paper.current?.querySelectorAll('h2, h3') ?? [])].map((heading, index) => {
      heading.id = `part-${index + 1}`
      return { id: heading.id, text: heading.textContent ?? '', level: Number(heading.tagName.slice(1)) }
    })
    setHeadings(found.filter(({ text }) => text.trim() !== ''))
  }, [paper, body])
  return headings
}

/** The notice for an article that does not exist, or is not for this person. */
export function NoArticle({ href }: { href: string }) {
  const t = useWords(articleWords)
  return (
    <EmptyState
      title={t('reading.gone')}
      text={t('reading.goneText')}
      action={
        <Button component={AppLink} href={href} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          {t('reading.back')}
        </Button>
      }
    />
  )
}
