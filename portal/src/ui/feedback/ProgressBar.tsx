import { Progress, Text, VisuallyHidden } from '@mantine/core'
import { useFormat } from '#ui/language/format.ts'

type ProgressBarProps = {
  label: string /** 0 to 1. */
  value: number /** Beside the label: "120 of 400". */
  detail?: string
}

/** How far something is; every tenth is read out. */
export function ProgressBar({ label, value, detail }: ProgressBarProps) {
  const format = useFormat()
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div>
      <Text component="div" size="sm" mb={4}>
        {label} <Text component="span" size="sm" c="dimmed">{`${detail ?? format.percent(percent / 100)}`}</Text>
      </Text>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={label} />
      </Progress.Root>
      <VisuallyHidden aria-live="polite">{`${label} ${format.percent(Math.floor(percent / 10) / 10)}`}</VisuallyHidden>
    </div>
  )
}
