import { Blockquote, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { About } from './About.tsx'
import { Outcome } from './Outcome.tsx'
import type { Draft } from './SignatureField.tsx'
import { SigningPages } from './SigningPages.tsx'
import { SignPanel } from './SignPanel.tsx'
import type { SignatureDetail, SigningAccess } from './signing.api.ts'
import classes from './signing.module.css'
import { situationOf, TONES } from './situation.ts'
import { useAnswers, useSignature } from './use-signature.ts'

type SigningViewProps = {
  door: SigningAccess
  /** Pages above this one. */
  breadcrumbs?: { label: string; href: string }[]
  /** What to show for a failure that is expected here. */
  failed?: (error: Error) => ReactNode
  whenRefused?: (error: Error) => void
  /** Whether the signer comes from a step of the same page; then the heading gets the focus. */
  isNext?: boolean
}

/** A document to sign: its pages, and the possible actions beside them. */
export function SigningView({
  door,
  breadcrumbs = [],
  failed,
  whenRefused = () => {},
  isNext = false,
}: SigningViewProps) {
  const t = useWords(signingWords)
  const query = useSignature(door)
  const { error } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once
  useEffect(() => {
    if (error) whenRefused(error)
  }, [error])
  if (query.data) {
    return (
      <LoadedView
        door={door}
        breadcrumbs={breadcrumbs}
        whenRefused={whenRefused}
        isNext={isNext}
        signature={query.data}
      />
    )
  }
  if (!error) return <LoadingPage />
  return (
    failed?.(error) ?? (
      <>
        <PageHeader title={t('list.title')} breadcrumbs={breadcrumbs} />
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      </>
    )
  )
}

type LoadedViewProps = Required<Omit<SigningViewProps, 'failed'>> & { signature: SignatureDetail }

function LoadedView({ door, signature, breadcrumbs, whenRefused, isNext }: LoadedViewProps) {
  const t = useWords(signingWords)
  const answers = useAnswers(door, whenRefused)
  const [draft, setDraft] = useState<Draft>({ kind: 'typed', text: signature.my_name, strokes: [] })
  const panel = useRef<HTMLDivElement>(null)
  const keepView = useKeepView(door)
  useEffect(() => {
    if (isNext) document.querySelector<HTMLElement>('h1[data-page-title]')?.focus({ preventScroll: true })
  }, [isNext])
  const situation = situationOf(signature)
  const isMine = situation === 'mine'
  const downloadUrl = `${door.url}/file?download=true`
  return (
    <>
      <PageHeader
        title={signature.title}
        breadcrumbs={breadcrumbs}
        badge={<StatusBadge tone={TONES[situation]}>{t(`state.${situation}`)}</StatusBadge>}
        description={isMine && <Asked signature={signature} />}
        actions={
          situation !== 'sealed' && (
            <Button
              component="a"
              href={downloadUrl}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('page.download')}
            </Button>
          )
        }
      />
      {isMine && signature.message && <Blockquote className={classes.message}>{signature.message}</Blockquote>}
      <div className={classes.layout} data-answered={!isMine || undefined}>
        <SigningPages
          door={door}
          signature={signature}
          draft={isMine ? draft : undefined}
          onShown={keepView}
          onToSigning={() => panel.current?.scrollIntoView()}
        />
        <div className={classes.panel} ref={panel}>
          {isMine ? (
            <SignPanel signature={signature} draft={draft} onDraft={setDraft} answers={answers} />
          ) : (
            <Outcome
              signature={signature}
              situation={situation}
              downloadUrl={downloadUrl}
              hasJustEnded={answers.sign.isSuccess || answers.reject.isSuccess}
            />
          )}
        </div>
        <div className={classes.about}>
          <About signature={signature} />
        </div>
      </div>
    </>
  )
}

function Asked({ signature: { requested_by: name, expiry_date } }: { signature: SignatureDetail }) {
  const t = useWords(signingWords)
  const format = useFormat()
  return expiry_date ? t('page.asksBy', { name, date: format.date(expiry_date) }) : t('page.asks', { name })
}

/** Records once that the signer opened the document. A failure here does not block signing. */
function useKeepView(door: SigningAccess): () => void {
  const isKept = useRef(false)
  return () => {
    if (isKept.current) return
    isKept.current = true
    door.keepView().catch(() => {
      isKept.current = false
    })
  }
}
