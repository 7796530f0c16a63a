import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconForms, IconPlus, IconStarFilled } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { formWords } from '#features/requests/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { attempt, useOnce } from '#kernel/api/use-once.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { shownName } from '#shared/localized-names/shown-name.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { uiWords } from '#ui/words.ts'
import { codeFrom } from './form-model.ts'
import { type Form, isTaken, listForms, useSaveForm } from './forms.api.ts'

const LIST = '/portal/admin/forms'
const hrefOf = (code: string) => `${LIST}/${encodeURIComponent(code)}`

/** All forms of the client. */
export function FormsPage() {
  const t = useWords(formWords)
  const mayWrite = mayAdmin(useSession(), 'forms:write')
  const filters = useUrlFilters(['q'])
  const [isMaking, dialog] = useDisclosure(false)
  const { q } = filters.values
  const list = useCursorList<Form>(['forms', 'list', q], (asked) => listForms(q, asked))
  const button = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
      {t('list.new')}
    </Button>
  )
  const empty = filters.isFiltered ? (
    <EmptyState title={t('list.none')} text={t('list.noneText')} />
  ) : (
    <EmptyState icon={IconForms} title={t('list.empty')} text={t('list.emptyText')} action={button} />
  )
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.text')} actions={button} />
      <Filters filters={filters} search="q" searchLabel={t('list.search')} />
      <DataTable
        label={t('list.title')}
        columns={useColumns()}
        list={list}
        rowId={({ code }) => code}
        rowHref={({ code }) => hrefOf(code)}
        empty={empty}
      />
      <NewFormDialog isOpen={isMaking} onClose={dialog.close} />
    </>
  )
}

function useColumns(): Column<Form>[] {
  const t = useWords(formWords)
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t('list.name'),
      render: ({ title, localized_titles, featured }) => (
        <>
          {shownName({ name: title, localized_names: localized_titles })}{' '}
          {featured && <IconStarFilled size={14} role="img" aria-label={t('list.featured')} />}
        </>
      ),
    },
    { id: 'code', header: t('list.code'), width: '10rem', hideBelow: 'lg', render: ({ code }) => code },
    {
      id: 'category',
      header: t('list.category'),
      width: '10rem',
      hideBelow: 'md',
      render: ({ category }) => (category ? shownName({ localized_names: [], ...category }) : '–'),
    },
    {
      id: 'state',
      header: t('list.state'),
      width: '12rem',
      render: ({ visible_by_employee: isVisible }) => (
        <StatusBadge tone={isVisible ? 'good' : 'neutral'}>{t(isVisible ? 'list.visible' : 'list.hidden')}</StatusBadge>
      ),
    },
    {
      id: 'fields',
      header: t('list.fields'),
      width: '6rem',
      align: 'end',
      hideBelow: 'lg',
      render: ({ fields }) => format.number(fields.length),
    },
    {
      id: 'version',
      header: t('list.version'),
      width: '6rem',
      align: 'end',
      hideBelow: 'md',
      render: ({ version }) => format.number(version),
    },
    {
      id: 'hits',
      header: t('list.hits'),
      width: '6rem',
      align: 'end',
      render: ({ total_hits }) => format.number(total_hits),
    },
    {
      id: 'updated',
      header: t('list.updated'),
      width: '9rem',
      hideBelow: 'xl',
      render: ({ updated_at }) => <RelativeTime value={updated_at} />,
    },
  ]
}

function NewFormDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useWords(formWords)
  const ui = useWords(uiWords)
  const notify = useNotify()
  const router = useRouter()
  const save = useSaveForm()
  const [title, setTitle] = useState('')
  const [typedCode, setCode] = useState<string>()
  const [mistake, setMistake] = useState<string>()
  const code = typedCode ?? (title === '' ? '' : codeFrom(title))
  const creation = useOnce(async () => {
    const taken = await attempt(isTaken(code), notify.failure)
    if (!taken) return
    if (taken.answer) return setMistake(t('make.exists'))
    const saved = await attempt(save.mutateAsync({ code, input: { title, fields: [] } }), (error) => {
      if (error instanceof ApiError && error.fields.length > 0) setMistake(t('errors.invalid'))
      else notify.failure(error)
    })
    if (saved) router.history.push(hrefOf(code))
  })
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('make.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() !== '' && code !== '') creation.run()
        }}
      >
        <TextInput
          label={t('make.name')}
          required
          maxLength={255}
          data-autofocus
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          mb="md"
        />
        <TextInput
          label={t('make.code')}
          description={t('make.codeHint')}
          required
          maxLength={20}
          value={code}
          error={mistake}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setMistake(undefined)
          }}
        />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={creation.isBusy} disabled={title.trim() === '' || code === ''}>
            {t('make.create')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
