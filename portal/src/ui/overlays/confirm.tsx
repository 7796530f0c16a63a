import { Button, type ButtonProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { dialogs } from './dialogs.ts'

type Question = {
  title: string
  text?: ReactNode
  /** On the button that does it: "Delete the draft". */
  action: string
  /** Red, for what cannot be taken back. True unless said otherwise. */
  destroys?: boolean
}

/** Asks before something is done: `if (await confirm({ title, text, action })) …`. */
export function confirm({ title, text, action, destroys = true }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      resolve(isConfirmed)
      dialogs.close(id)
    }
    const id = dialogs.open({
      title,
      onClose: () => resolve(false),
      children: (
        <>
          {text && (
            <Text component="div" size="sm" mb="lg">
              {text}
            </Text>
          )}
          <FormActions onCancel={() => answer(false)} isCancelFocused>
            <Button {...(destroys ? { color: 'red.8' } : {})} onClick={() => answer(true)}>
              {action}
            </Button>
          </FormActions>
        </>
      ),
    })
  })
}

type ConfirmButtonProps = Omit<ButtonProps, 'children'> & {
  children: ReactNode
  question: Question
  onConfirm: () => void
}

/** A button that asks before it does its work. */
export function ConfirmButton({ question, onConfirm, children, ...others }: ConfirmButtonProps) {
  const ask = async () => {
    if (await confirm(question)) onConfirm()
  }
  return (
    <Button variant="default" {...others} onClick={() => void ask()}>
      {children}
    </Button>
  )
}
