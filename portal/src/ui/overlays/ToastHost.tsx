import { Notifications } from '@mantine/notifications'
import classes from './ToastHost.module.css'

/** Shows the notices of `useNotify`. */
export function ToastHost() {
  return <Notifications position="top-right" containerWidth="24rem" className={classes.toasts ?? ''} />
}
