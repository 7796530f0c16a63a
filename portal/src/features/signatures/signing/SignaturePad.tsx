import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './signing.module.css'
import { begun, drawnOn, PAD_SIZE, type Point, pathOf, type Stroke } from './strokes.ts'

type SignaturePadProps = {
  strokes: Stroke[]
  /** Told what to make of the lines so far. */
  onChange: (change: (strokes: Stroke[]) => Stroke[]) => void
}

/** Where a signature is drawn with mouse, finger or pen. */
export function SignaturePad({ strokes, onChange }: SignaturePadProps) {
  const t = useWords(signingWords)
  const pen = useRef<number>(undefined)

  const putDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || pen.current !== undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pen.current = event.pointerId
    const point = pointOf(event.currentTarget, event)
    onChange((old) => begun(old, point))
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (pen.current !== event.pointerId) return
    // Between two pictures of the screen the pen was at several places.
    const between = event.nativeEvent.getCoalescedEvents?.() ?? []
    const pad = event.currentTarget
    const points = (between.length > 0 ? between : [event]).map((one) => pointOf(pad, one))
    onChange((old) => points.reduce(drawnOn, old))
  }
  const lift = (event: PointerEvent<SVGSVGElement>) => {
    if (pen.current === event.pointerId) pen.current = undefined
  }

  return (
    <div>
      <div className={classes.pad}>
        {/* The name of what is drawn on; with a keyboard, the other tab does the same. */}
        <svg
          className={classes.ink}
          viewBox={`0 0 ${PAD_SIZE.width} ${PAD_SIZE.height}`}
          role="img"
          aria-label={t('sign.pad')}
          onPointerDown={putDown}
          onPointerMove={move}
          onPointerUp={lift}
          onPointerCancel={lift}
        >
          <path className={classes.rule} d={`M14 76H${PAD_SIZE.width - 14}`} />
          {strokes.map((stroke, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added and taken away at the end
            <path key={index} className={classes.stroke} d={pathOf(stroke)} />
          ))}
        </svg>
        {strokes.length === 0 && (
          <Text component="span" size="sm" c="dimmed" className={classes.padHint} aria-hidden>
            {t('sign.hint')}
          </Text>
        )}
      </div>
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={strokes.length === 0}
          onClick={() => onChange((old) => old.slice(0, -1))}
        >
          {t('sign.undo')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconEraser size={16} aria-hidden />}
          disabled={strokes.length === 0}
          onClick={() => onChange(() => [])}
        >
          {t('sign.clear')}
        </Button>
        <VisuallyHidden role="status">{t('sign.lines', { count: strokes.length })}</VisuallyHidden>
      </Group>
    </div>
  )
}

function pointOf(pad: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = pad.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}
