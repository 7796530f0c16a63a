import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './PageSearch.module.css'
import { useTypedText } from './typed-text.ts'

type PageSearchProps = { label: string; value: string; onChange: (text: string) => void }

/** The large field at the top of a page that is about searching. */
export function PageSearch({ label, value, onChange }: PageSearchProps) {
  const { typed, type } = useTypedText(value, onChange)
  return (
    <search className={classes.search}>
      <TextInput
        type="search"
        size="lg"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        leftSection={<IconSearch size={20} aria-hidden />}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </search>
  )
}
