import { Portal, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './DropAnywhere.module.css'
import { droppedFiles, hasFiles } from './dropped-files.ts'

type DropAnywhereProps = { onDrop: (files: File[]) => void; text: string }

/** Takes files that are dropped anywhere on the page; `text` is shown while they are above it. Offer a button as well. */
export function DropAnywhere({ onDrop, text }: DropAnywhereProps) {
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Between two elements of the page there is a next one; beyond its edge there is none.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const take = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      setOver(false)
      drop.current(droppedFiles(event))
    }
    const listeners = { dragover: over, dragleave: leave, drop: take }
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name as 'drop', listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name as 'drop', listener)
    }
  }, [])
  if (!isOver) return null
  return (
    <Portal>
      <div className={classes.overlay}>
        <IconUpload size={40} stroke={1.5} aria-hidden />
        <Text size="lg" fw={600}>
          {text}
        </Text>
      </div>
    </Portal>
  )
}
