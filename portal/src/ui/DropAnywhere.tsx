import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload } from '@tabler/icons-react'

type DropAnywhereProps = { onDrop: (files: File[]) => void; text: string }

/** Takes files that are dropped anywhere on the page; `text` is shown while they are above it. Offer a button as well. */
export function DropAnywhere({ onDrop, text }: DropAnywhereProps) {
  return (
    <Dropzone.FullScreen active onDrop={onDrop} inputProps={{ 'aria-hidden': true, tabIndex: -1 }}>
      <div
        style={{ display: 'grid', justifyItems: 'center', alignContent: 'center', gap: '0.75rem', minHeight: '90vh' }}
      >
        <IconUpload size={40} stroke={1.5} aria-hidden />
        <Text size="lg" fw={600}>
          {text}
        </Text>
      </div>
    </Dropzone.FullScreen>
  )
}
