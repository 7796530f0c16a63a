import { useFormat } from '#ui/language/format.ts'
import classes from './Figures.module.css'

type Figure = { label: string; value: number; tone?: 'bad' | 'warning' | undefined }

/** Large numbers with their names. */
export function Figures({ figures }: { figures: Figure[] }) {
  const format = useFormat()
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, tone }) => (
        <div key={label} className={classes.figure} data-tone={tone}>
          <dt>{label}</dt>
          <dd>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
