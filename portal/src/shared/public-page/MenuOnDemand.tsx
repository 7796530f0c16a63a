import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { loadModule } from '#kernel/api/connection.ts'

/** What a menu is told by the button that stood in its place: whether it was pressed, and had the focus. */
export type MenuStart = { defaultOpened: boolean; autoFocus: boolean }
type ButtonProps = {
  onPointerEnter: () => void
  onPointerDown: () => void
  onFocus: () => void
  onBlur: () => void
  onClick: () => void
  'aria-haspopup': 'menu'
  'aria-expanded': false
}
type MenuOnDemandProps<Props> = {
  button: (props: ButtonProps) => ReactNode
  load: () => Promise<ComponentType<Props & MenuStart>>
  props: Props
}

/** A button whose menu is loaded when a pointer or the focus comes near; a press on the way there is not lost. */
export function MenuOnDemand<Props extends object>({ button, load, props }: MenuOnDemandProps<Props>) {
  const [loaded, setLoaded] = useState<{ Menu: ComponentType<Props & MenuStart> }>()
  const isPressed = useRef(false)
  const hasFocus = useRef(false)
  const want = () => void loadModule(load).then((Menu) => setLoaded((already) => already ?? { Menu }))
  const press = () => {
    isPressed.current = true
    want()
  }
  const focus = () => {
    hasFocus.current = true
    want()
  }
  if (loaded) {
    const { Menu } = loaded
    // Looked at only now: a press may come between the answer and this.
    return <Menu {...props} defaultOpened={isPressed.current} autoFocus={hasFocus.current} />
  }
  return button({
    onPointerEnter: want,
    onPointerDown: press,
    onFocus: focus,
    onBlur: () => {
      hasFocus.current = false
    },
    onClick: press,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
}
