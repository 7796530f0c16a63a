import { useFormat } from '#ui/language/format.ts'

/** How long ago, with the full date on hover and for machines. */
export function RelativeTime({ value }: { value: string | Date }) {
  const format = useFormat()
  return (
    <time dateTime={new Date(value).toISOString()} title={format.dateTime(value)}>
      {format.relative(value)}
    </time>
  )
}
