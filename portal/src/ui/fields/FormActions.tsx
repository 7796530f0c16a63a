import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import classes from './FormActions.module.css'

type FormActionsProps = {
  /** The button that does it; what else does it stands before. */
  children: ReactNode
  /** Gives up; no button without it or `cancelHref`. */
  onCancel?: (() => void) | undefined
  cancelHref?: string
  /** "Cancel" unless it gives up something in particular. */
  cancelLabel?: string
  isCancelDisabled?: boolean
  /** Gets the focus first, where the other button destroys something. */
  isCancelFocused?: boolean
  /** At the other end of the line. */
  start?: ReactNode
}

/** The end of every form and dialog: at the right, the way out and then the button that does it. */
export function FormActions(props: FormActionsProps) {
  const { children, onCancel, cancelHref, cancelLabel, isCancelDisabled, isCancelFocused, start } = props
  const t = useWords(uiWords)
  const label = cancelLabel ?? t('cancel')
  const given = { variant: 'default', disabled: isCancelDisabled ?? false } as const
  return (
    <div className={classes.actions} data-form-actions>
      {start && <div className={classes.start}>{start}</div>}
      {cancelHref !== undefined && (
        <Button component={AppLink} href={cancelHref} {...given}>
          {label}
        </Button>
      )}
      {onCancel && (
        <Button {...given} onClick={onCancel} data-autofocus={isCancelFocused || undefined}>
          {label}
        </Button>
      )}
      {children}
    </div>
  )
}
