import { Button } from '@mantine/core'
import { IconPlus, IconWritingSign } from '@tabler/icons-react'
import { signatureTypeWords } from '#features/signatures/words.ts'
import { api, given, unwrapPage } from '#kernel/api/api.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useLanguage, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NEW, type SignatureType, TYPES_KEY, typePath } from './types.api.ts'

/** The kinds of signatures that a company offers. */
export function TypesPage() {
  const t = useWords(signatureTypeWords)
  const isWriter = mayAdmin(useSession(), 'signatures:write')
  const list = useCursorList(TYPES_KEY, ({ cursor, signal }) => {
    const query = { ...given({ cursor }), per_page: 100 }
    return unwrapPage(api.GET('/portal/api/admin/signature_types', { params: { query }, signal }))
  })
  const add = isWriter && (
    <Button component={AppLink} href={typePath(NEW)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={add} />
      <DataTable
        label={t('title')}
        list={list}
        columns={useColumns()}
        rowId={(row) => row.id}
        rowHref={(row) => typePath(row.id)}
        empty={<EmptyState icon={IconWritingSign} title={t('none')} text={t('noneText')} action={add} />}
      />
    </>
  )
}

function useColumns(): Column<SignatureType>[] {
  const t = useWords(signatureTypeWords)
  const language = useLanguage()
  const nameOf = ({ name, localized_names }: SignatureType) =>
    localized_names.find((one) => one.value && one.language_code.startsWith(language))?.value ?? name
  const days = (count: number | null, none: 'forGood' | 'never') => (count === null ? t(none) : t('days', { count }))
  return [
    { id: 'name', header: t('name'), render: nameOf },
    { id: 'id', header: t('code'), width: '14rem', render: ({ id }) => <code>{id}</code> },
    { id: 'expiry', header: t('expiry'), width: '12rem', render: (row) => days(row.expiry_days, 'forGood') },
    { id: 'reminder', header: t('reminder'), width: '12rem', render: (row) => days(row.reminder_days, 'never') },
  ]
}
