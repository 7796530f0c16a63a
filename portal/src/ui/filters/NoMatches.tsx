import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

type NoMatchesProps = {
  title: string
  text: string
  /** On the button that drops the filters: "Show all e-mails". */
  showAll: string
  onShowAll: () => void
}

/** Says that nothing matches the filters of a list, and offers to drop them. */
export function NoMatches({ title, text, showAll, onShowAll }: NoMatchesProps) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title={title}
      text={text}
      action={
        <Button variant="default" onClick={onShowAll}>
          {showAll}
        </Button>
      }
    />
  )
}
