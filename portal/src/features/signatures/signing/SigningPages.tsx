import { Button, Text } from '@mantine/core'
import { IconArrowDown, IconMapPin } from '@tabler/icons-react'
import { useRef } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { textOf } from '#shared/documents/page-text.ts'
import { PdfPages } from '#ui/files/PdfPages.tsx'
import { useWords } from '#ui/language/words.ts'
import type { Draft } from './SignatureField.tsx'
import type { SignatureDetail, SignaturePosition, SigningAccess } from './signing.api.ts'
import classes from './signing.module.css'
import { PAD_SIZE, pathOf } from './strokes.ts'
import { TypedName } from './TypedName.tsx'

type SigningPagesProps = {
  door: SigningAccess
  signature: SignatureDetail
  /** The signature in the making; none when it is not to be signed. */
  draft: Draft | undefined
  onShown: () => void
  onToSigning: () => void
}

/** The document page by page, with the places where one's own signature will stand. */
export function SigningPages({ door, signature, draft, onShown, onToSigning }: SigningPagesProps) {
  const t = useWords(signingWords)
  const first = useRef<HTMLDivElement>(null)
  const { sha256, page_count } = signature.signed_document ?? signature.document
  const places = draft ? signature.positions.toSorted((one, other) => one.page - other.page) : []
  const show = () => {
    first.current?.scrollIntoView({ block: 'center', inline: 'center' })
    first.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.document}>
      {draft && (
        <div className={classes.where}>
          <IconMapPin size={18} stroke={1.75} aria-hidden />
          <Text component="span" size="sm">
            {places.length > 0 ? t('page.places', { count: places.length }) : t('page.foot')}
          </Text>
          {places.length > 0 && (
            <Button variant="default" size="xs" onClick={show}>
              {t('page.show')}
            </Button>
          )}
          <Button
            className={classes.toSigning}
            variant="default"
            size="xs"
            rightSection={<IconArrowDown size={16} aria-hidden />}
            onClick={onToSigning}
          >
            {t('page.toSigning')}
          </Button>
        </div>
      )}
      <PdfPages
        key={sha256}
        title={signature.title}
        pageCount={page_count}
        pageUrl={(page) => `${door.url}/pages/${page}?of=${sha256.slice(0, 12)}`}
        text={textOf(door.url, sha256)}
        overlay={(page) =>
          draft &&
          places.map((place, index) =>
            place.page === page ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: places have no other name, and stay where they are
              <Mark key={index} place={place} draft={draft} ref={index === 0 ? first : null} />
            ) : null,
          )
        }
        onShown={onShown}
      />
    </div>
  )
}

type MarkProps = { place: SignaturePosition; draft: Draft; ref: React.Ref<HTMLDivElement> }

/** A place on a page, with the signature as far as it is made. */
function Mark({ place, draft, ref }: MarkProps) {
  const t = useWords(signingWords)
  const part = (value: number) => `${value * 100}%`
  return (
    <div
      ref={ref}
      className={classes.mark}
      tabIndex={-1}
      role="img"
      aria-label={t('page.place', { page: place.page })}
      style={{ left: part(place.x), top: part(place.y), width: part(place.width), height: part(place.height) }}
    >
      <span className={classes.markName} aria-hidden>
        {t('page.yours')}
      </span>
      {draft.kind === 'typed' ? (
        <TypedName text={draft.text} />
      ) : (
        <svg className={classes.markInk} viewBox={`0 0 ${PAD_SIZE.width} ${PAD_SIZE.height}`} aria-hidden>
          {draft.strokes.map((stroke, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added and taken away at the end
            <path key={index} className={classes.stroke} d={pathOf(stroke)} />
          ))}
        </svg>
      )}
    </div>
  )
}
