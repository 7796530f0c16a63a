import { type DragEvent, type ReactNode, useState } from 'react'
import { droppedFiles, hasFiles } from './dropped-files.ts'
import classes from './FilePicker.module.css'

type FileDropProps = { onDrop: (files: File[]) => void; disabled: boolean; children: ReactNode }

/** Where files can be dropped; the button inside is for everyone else. */
export function FileDrop({ onDrop, disabled, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (disabled || !hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (disabled || !hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    onDrop(droppedFiles(event))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has no keyboard; the button inside does the same
    <div className={classes.drop} data-over={isOver || undefined} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
    </div>
  )
}
