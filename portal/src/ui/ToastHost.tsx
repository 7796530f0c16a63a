import { Notifications } from '@mantine/notifications'

/** Shows the notices of `useNotify`. */
export function ToastHost() {
  return <Notifications position="bottom-right" />
}
