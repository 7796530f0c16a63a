import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type BlockedButtonProps = Pick<ButtonProps, 'leftSection' | 'variant'> & { reason: string; children: ReactNode }

/** A button that cannot be used now. It stays in the order of the keyboard, so that everybody is told why. */
export function BlockedButton({ reason, children, ...others }: BlockedButtonProps) {
  const id = useId()
  return (
    <>
      <Tooltip label={reason} multiline maw="20rem" events={{ hover: true, focus: true, touch: true }}>
        <Button
          {...others}
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}
