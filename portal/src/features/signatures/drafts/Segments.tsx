import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './wizard.module.css'

type SegmentsProps<V extends string> = Omit<SegmentedControlProps, 'data' | 'value' | 'onChange'> & {
  data: { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

/** As many letters fit beside each other on a phone. */
const MAX_LETTERS = 28

/** A choice of a few; one below the other where they do not fit beside each other. */
export function Segments<V extends string>({ data, value, onChange, ...others }: SegmentsProps<V>) {
  const isNarrow = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false })
  const letters = data.reduce((sum, { label }) => sum + label.length, 0)
  const isStacked = isNarrow && letters > MAX_LETTERS
  return (
    <SegmentedControl
      data={data}
      value={value}
      onChange={(chosen) => onChange(chosen as V)}
      orientation={isStacked ? 'vertical' : 'horizontal'}
      withItemsBorders={!isStacked}
      fullWidth={isNarrow}
      className={classes.segments}
      {...others}
    />
  )
}
