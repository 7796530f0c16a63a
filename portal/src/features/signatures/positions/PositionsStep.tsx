import { ActionIcon, Alert, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { Box } from '#features/signatures/drafts/draft.ts'
import { SignerMark } from '#features/signatures/drafts/SignerMark.tsx'
import type { StepProps } from '#features/signatures/drafts/step-props.ts'
import type { DraftState } from '#features/signatures/drafts/use-draft.ts'
import { type Process, pictureOf } from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { uiWords } from '#ui/words.ts'
import classes from './positions.module.css'
import { SignatureBox } from './SignatureBox.tsx'
import { type Boxes, useBoxes } from './use-boxes.ts'

/** Where the signatures stand, page by page. */
export function PositionsStep({ state }: StepProps) {
  const t = useWords(signatureDraftWords)
  const boxes = useBoxes(state)
  const { process, errors } = state
  const wrong = Object.entries(errors).find(([field]) => /^signers\.\d+\.positions/.test(field))?.[1]
  if (!process) return null
  return (
    <Section title={t('positions.title')} description={t('positions.text')}>
      {wrong && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} mb="md" role="alert">
          {wrong}
        </Alert>
      )}
      <VisuallyHidden id="box-keys">{t('positions.keys')}</VisuallyHidden>
      <div className={classes.columns}>
        <SignerPanel state={state} boxes={boxes} />
        <PageView process={process} boxes={boxes} />
      </div>
    </Section>
  )
}

function SignerPanel({ state: { draft }, boxes }: { state: DraftState; boxes: Boxes }) {
  const t = useWords(signatureDraftWords)
  const isEmpty = draft.signers.every((one) => one.boxes.length === 0)
  return (
    <div className={classes.panel}>
      <ul className={classes.signers} aria-label={t('signers.title')}>
        {draft.signers.map((signer, place) => (
          <li key={signer.key} data-current={signer === boxes.current || undefined}>
            <button
              type="button"
              className={classes.signer}
              aria-pressed={signer === boxes.current}
              onClick={() => boxes.choose(signer.key)}
            >
              <SignerMark name={signer.name} place={place} />
              <span className={classes.words}>
                <span className={classes.signerName}>{signer.name}</span>
                <span className={classes.faint}>
                  {t('positions.count', { count: signer.boxes.length, pages: pagesOf(signer.boxes) })}
                </span>
              </span>
            </button>
            <ActionIcon
              id={plusOf(signer.key)}
              variant="light"
              size="lg"
              aria-label={t('positions.add', { name: signer.name })}
              onClick={() => boxes.add(signer.key)}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {t('positions.how', { name: boxes.current?.name ?? '' })}
      </Text>
      <Text size="sm" c="dimmed" className={classes.keys}>
        {t('positions.keys')}
      </Text>
      {isEmpty && (
        <Alert variant="light" color="gray">
          {t('positions.skip')}
        </Alert>
      )}
    </div>
  )
}

/** Where the focus goes when a box is gone. */
const plusOf = (signerKey: string) => `plus-${signerKey}`

const pagesOf = (boxes: Box[]) =>
  [...new Set(boxes.map(({ page }) => page))].sort((one, other) => one - other).join(', ')

function PageView({ process, boxes }: { process: Process; boxes: Boxes }) {
  const t = useWords(signatureDraftWords)
  const ui = useWords(uiWords)
  const { page_count, sha256 } = process.document
  const { page } = boxes
  const pageRef = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState<number>()
  const [loaded, setLoaded] = useState<number>()
  const place = (event: MouseEvent<HTMLDivElement>) => {
    if ((event.target as HTMLElement).closest('button, [aria-hidden]')) return
    const area = event.currentTarget.getBoundingClientRect()
    boxes.addAt((event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height)
  }
  const alt = ui('pdf.alt', { title: process.title, page, count: page_count })
  return (
    <div className={classes.view}>
      <PageBar page={page} count={page_count} onPage={boxes.setPage} />
      <div className={classes.canvas}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the plus beside each name does the same with keys */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        <div ref={pageRef} className={classes.page} data-loaded={loaded === page || undefined} onClick={place}>
          {failed === page ? (
            <Text c="dimmed">{ui('pdf.failed', { page })}</Text>
          ) : (
            <img
              key={page}
              src={pictureOf(process.id, sha256)(page)}
              alt={alt}
              draggable={false}
              onLoad={() => setLoaded(page)}
              onError={() => setFailed(page)}
            />
          )}
          {boxes.shown.map(({ signer, place, box, index }) => (
            <SignatureBox
              key={box.key}
              box={box}
              name={signer.name}
              place={place}
              index={index}
              pageRef={pageRef}
              isFresh={box.key === boxes.fresh}
              onChange={(changed) => boxes.alter(signer.key, changed)}
              onRemove={() => {
                boxes.remove(signer.key, box.key)
                document.getElementById(plusOf(signer.key))?.focus({ preventScroll: true })
              }}
            />
          ))}
        </div>
      </div>
      <VisuallyHidden role="status">{t('positions.onPage', { count: boxes.shown.length, page })}</VisuallyHidden>
    </div>
  )
}

function PageBar({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }) {
  const t = useWords(signatureDraftWords)
  const ui = useWords(uiWords)
  return (
    <nav className={classes.bar} aria-label={t('positions.pages')}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('positions.previous')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" className={classes.where} aria-live="polite">
        {ui('pdf.page', { page, count })}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('positions.next')}
        disabled={page === count}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
