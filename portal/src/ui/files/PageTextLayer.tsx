import { Fragment, memo } from 'react'
import classes from './PageTextLayer.module.css'
import type { PageText } from './page-texts.ts'
import { type Measure, placementOf } from './text-placement.ts'

/** Over the picture of a page, its text: not seen, but there to be selected, found and read aloud. */
export const PageTextLayer = memo(function PageTextLayer({ text }: { text: PageText }) {
  return (
    <div className={classes.layer}>
      {text.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a page have no other name, and stay where they are
        <Fragment key={index}>
          {line.map((run, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same holds for the runs of a line
            <span key={at} className={classes.run} dir="auto" style={placementOf(run, text.ratio, measure)}>
              {run.text}
            </span>
          ))}
          <br />
        </Fragment>
      ))}
    </div>
  )
})

/** Large, so that the widths that it answers are not rounded to those of small letters. */
const SIZE = 100
let canvas: CanvasRenderingContext2D | null | undefined

const measure: Measure = (text) => {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = `${SIZE}px sans-serif`
  return canvas.measureText(text).width / SIZE
}
