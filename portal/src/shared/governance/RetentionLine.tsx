import { Group } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Retained, retentionQuery } from './retention.api.ts'
import { useStateOf } from './use-state-of.ts'

/** How long one thing of a list is kept, beside its other facts. It is asked for once the thing is in sight. */
export function RetentionLine({ of, id }: { of: Retained; id: string }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const { data } = useQuery({ ...retentionQuery(of, id), enabled: inViewport, staleTime: 60_000 })
  const stateOf = useStateOf()
  const decides = data?.policies.find((one) => one.decides)
  return (
    <Group component="span" gap={4} wrap="nowrap" ref={ref} mih="1lh" miw={1}>
      {data && <IconHourglass size={15} style={{ flexShrink: 0 }} aria-hidden />}
      {data && [stateOf(data), ...(decides ? [decides.name] : [])].join(' · ')}
    </Group>
  )
}
