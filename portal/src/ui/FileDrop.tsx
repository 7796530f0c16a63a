import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import type { ReactNode } from 'react'
import classes from './FilePicker.module.css'

type FileDropProps = { onDrop: (files: File[]) => void; multiple: boolean; disabled: boolean; children: ReactNode }

/** Where files can be dropped; the button inside is for everyone else. */
export function FileDrop({ onDrop, multiple, disabled, children }: FileDropProps) {
  return (
    <Dropzone
      onDrop={onDrop}
      multiple={multiple}
      disabled={disabled}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      className={classes.zone}
      inputProps={{ tabIndex: -1, 'aria-hidden': true }}
      tabIndex={-1}
    >
      <div className={classes.drop}>{children}</div>
    </Dropzone>
  )
}
