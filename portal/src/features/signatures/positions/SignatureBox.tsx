import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Box } from '#features/signatures/drafts/draft.ts'
import { colorOf } from '#features/signatures/drafts/signer-colors.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { initialsOf } from '#ui/text/PersonChip.tsx'
import { moved, resized } from './boxes.ts'
import classes from './positions.module.css'

type SignatureBoxProps = {
  box: Box
  name: string
  /** Of the signer, for the colour. */
  place: number
  /** Of the box among those of the signer. */
  index: number
  pageRef: RefObject<HTMLDivElement | null>
  isFresh: boolean
  onChange: (box: Box) => void
  onRemove: () => void
}

const STEP = 0.01
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** The position of a signature; moved and resized with pointer, finger or keys. */
export function SignatureBox(props: SignatureBoxProps) {
  const { box, name, place, index, pageRef, isFresh, onChange, onRemove } = props
  const t = useWords(signatureDraftWords)
  const format = useFormat()
  const button = useRef<HTMLButtonElement>(null)
  const drag = useDrag(box, pageRef, onChange)
  useEffect(() => {
    if (isFresh) button.current?.focus({ preventScroll: true })
  }, [isFresh])
  const press = (event: KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else if (step) onChange(event.shiftKey ? resized(box, ...step) : moved(box, ...step))
    else return
    event.preventDefault()
  }
  const where = { left: format.percent(box.x), top: format.percent(box.y) }
  return (
    <div
      className={classes.box}
      style={{
        left: `${box.x * 100}%`,
        top: `${box.y * 100}%`,
        width: `${box.width * 100}%`,
        height: `${box.height * 100}%`,
        ['--signer' as string]: colorOf(place),
      }}
    >
      <button
        ref={button}
        type="button"
        className={classes.body}
        aria-label={t('positions.box', { name, number: index + 1, ...where })}
        aria-describedby="box-keys"
        onKeyDown={press}
        {...drag('move')}
      >
        <span className={classes.name} data-initials={initialsOf(name)}>
          {name}
        </span>
      </button>
      <CloseButton
        size="xs"
        className={classes.remove}
        aria-label={t('positions.remove', { name, number: index + 1 })}
        onClick={onRemove}
      />
      <span className={classes.handle} aria-hidden {...drag('resize')} />
    </div>
  )
}

/** Follows the pointer from where it was pressed, in parts of the page. */
function useDrag(box: Box, pageRef: RefObject<HTMLDivElement | null>, onChange: (box: Box) => void) {
  const start = useRef<{ x: number; y: number; box: Box }>(undefined)
  return (how: 'move' | 'resize') => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY, box }
    },
    onPointerMove: (event: PointerEvent) => {
      const page = pageRef.current?.getBoundingClientRect()
      if (!start.current || !page) return
      const dx = (event.clientX - start.current.x) / page.width
      const dy = (event.clientY - start.current.y) / page.height
      onChange(how === 'move' ? moved(start.current.box, dx, dy) : resized(start.current.box, dx, dy))
    },
    onPointerUp: () => {
      start.current = undefined
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  })
}
