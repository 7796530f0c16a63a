import { Button, Group, MultiSelect, Popover, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { categoriesQuery, readingLanguage } from '#features/articles/articles.api.ts'
import { articleWords } from '#features/articles/words.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useCreateCategory } from './editor.api.ts'
import { slugOf } from './slug.ts'

type CategoriesFieldProps = { value: string[]; onChange: (value: string[]) => void; language: string }

/** The topics of an article; managers who may write for the whole client can create new ones. */
export function CategoriesField({ value, onChange, language }: CategoriesFieldProps) {
  const t = useWords(articleWords)
  const session = useSession()
  const { data = [] } = useQuery(categoriesQuery('write', readingLanguage(session)))
  return (
    <div>
      <MultiSelect
        label={t('edit.categories')}
        description={t('edit.categoriesHint')}
        data={data.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={value}
        onChange={onChange}
        searchable
        clearable
      />
      {mayAdmin(session, 'articles:write') && (
        <NewCategory
          language={language}
          known={data.map(({ slug }) => slug)}
          onMade={(slug) => onChange([...new Set([...value, slug])])}
        />
      )}
    </div>
  )
}

type NewCategoryProps = { language: string; known: string[]; onMade: (slug: string) => void }

function NewCategory({ language, known, onMade }: NewCategoryProps) {
  const t = useWords(articleWords)
  const notify = useNotify()
  const create = useCreateCategory()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const slug = slugOf(name, 50)
  const make = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (slug === '') return
    // One that there is keeps its name.
    const isNew = !known.includes(slug)
    const given = { slug, name: name.trim(), language_code: language }
    if (isNew && !(await attempt(create.mutateAsync(given), notify.failure))) return
    onMade(slug)
    setName('')
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withArrow position="bottom-start">
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('edit.newCategory')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={(event) => void make(event)}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t('edit.newCategory')}
              value={name}
              maxLength={255}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" disabled={slug === ''} loading={create.isPending}>
              {t('edit.addCategory', { name: name.trim() || '…' })}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
