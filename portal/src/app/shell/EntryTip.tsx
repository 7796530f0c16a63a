import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Names an entry of the navigation that shows its icon only. */
export function EntryTip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  )
}
