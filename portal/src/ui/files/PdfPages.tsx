import { ActionIcon, Loader, Text } from '@mantine/core'
import { IconArrowAutofitWidth, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { PageTextLayer } from './PageTextLayer.tsx'
import classes from './PdfPages.module.css'
import { type PageText, type TextSource, usePageTexts } from './page-texts.ts'

type PdfPagesProps = {
  /** Of the document, for the alternative text. */
  title: string
  pageCount: number
  /** The picture of a page, from 1. */
  pageUrl: (page: number) => string
  /** What is written on the pages. */
  text: TextSource
  /** Height by width, for the room of pages that are not there yet; A4 unless said otherwise. */
  ratio?: number
  /** What stands upon a page, placed by parts of its width and height. */
  overlay?: (page: number) => ReactNode
  /** The picture of a page is there. */
  onShown?: (page: number) => void
}

/** The text of later pages is put into the document only when they come into view, to keep it small. */
const MAX_SEARCHED_PAGES = 300
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3]

/** The pages of a document as pictures, each loaded when it comes into view, and their text over them. */
export function PdfPages({ title, pageCount, pageUrl, text, ratio = Math.SQRT2, overlay, onShown }: PdfPagesProps) {
  const t = useWords(uiWords)
  const format = useFormat()
  const [zoom, setZoom] = useState(1)
  const [hasPicture, setHasPicture] = useState(false)
  const texts = usePageTexts(text, hasPicture)
  const at = ZOOMS.indexOf(zoom)
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1)
  return (
    <section className={classes.viewer} aria-label={t('pdf.region', { title })}>
      <div className={classes.toolbar} role="toolbar" aria-label={t('pdf.toolbar')}>
        <Text component="span" size="sm" c="dimmed">
          {t('pdf.pages', { count: pageCount })}
        </Text>
        <ActionIcon
          variant="default"
          aria-label={t('pdf.zoomOut')}
          disabled={at <= 0}
          onClick={() => setZoom(ZOOMS[at - 1] ?? 1)}
        >
          <IconZoomOut size={18} aria-hidden />
        </ActionIcon>
        <Text component="span" size="sm" aria-live="polite" className={classes.zoom}>
          {format.percent(zoom)}
        </Text>
        <ActionIcon
          variant="default"
          aria-label={t('pdf.zoomIn')}
          disabled={at === ZOOMS.length - 1}
          onClick={() => setZoom(ZOOMS[at + 1] ?? 1)}
        >
          <IconZoomIn size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('pdf.fit')} disabled={zoom === 1} onClick={() => setZoom(1)}>
          <IconArrowAutofitWidth size={18} aria-hidden />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className={classes.pages} tabIndex={0} aria-label={title}>
        {pages.map((page) => (
          <PdfPage
            key={page}
            page={page}
            count={pageCount}
            title={title}
            url={pageUrl(page)}
            zoom={zoom}
            ratio={ratio}
            overlay={overlay?.(page)}
            text={texts.get(page)}
            onShown={() => {
              setHasPicture(true)
              onShown?.(page)
            }}
          />
        ))}
      </section>
    </section>
  )
}

type PdfPageProps = { page: number; count: number; title: string; url: string; zoom: number; ratio: number } & {
  overlay: ReactNode
  text: PageText | undefined
  onShown: () => void
}

function PdfPage({ page, count, title, url, zoom, ratio, overlay, text, onShown }: PdfPageProps) {
  const t = useWords(uiWords)
  const ref = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(page === 1)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const hasText = text !== undefined && text.lines.length > 0 && (isNear || page <= MAX_SEARCHED_PAGES)

  useEffect(() => {
    if (isNear || !ref.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
      },
      { rootMargin: '600px' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isNear])

  return (
    <div
      ref={ref}
      className={classes.page}
      data-state={state}
      style={{ width: `${zoom * 100}%`, aspectRatio: state === 'shown' ? 'auto' : `1 / ${ratio}` }}
    >
      {state === 'failed' && <Text c="dimmed">{t('pdf.failed', { page })}</Text>}
      {state === 'loading' && <Loader className={classes.loader ?? ''} aria-hidden />}
      {isNear && state !== 'failed' && (
        <img
          src={url}
          alt={t('pdf.alt', { title, page, count })}
          onLoad={() => {
            setState('shown')
            onShown()
          }}
          onError={() => setState('failed')}
          decoding="async"
        />
      )}
      {hasText && <PageTextLayer text={text} />}
      {overlay}
    </div>
  )
}
