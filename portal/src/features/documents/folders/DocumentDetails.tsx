import { folderWords } from '#features/documents/words.ts'
import { fullName } from '#kernel/session/session.ts'
import { RetentionSection } from '#shared/governance/RetentionSection.tsx'
import { employeePath } from '#shared/people/employees.api.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { type Attribute, type OpenedDocument, useDocumentTypes } from './folders.api.ts'
import classes from './folders.module.css'

/** What is known of a document. */
export function DocumentDetails({ document }: { document: OpenedDocument }) {
  const t = useWords(folderWords)
  return (
    <>
      <Section title={t('document.details')}>
        <DefinitionList items={useFacts(document)} stacked />
      </Section>
      <RetentionSection of="documents" id={document.id} />
      <Section title={t('document.fileTitle')}>
        <DefinitionList items={useFileFacts(document)} stacked />
      </Section>
    </>
  )
}

type Fact = { label: string; value: React.ReactNode }

function useFacts(document: OpenedDocument): Fact[] {
  const t = useWords(folderWords)
  const format = useFormat()
  const type = useDocumentTypes().data?.find(({ code }) => code === document.document_type_code)
  const { employee, organizations, external_unique_id, external_reference } = document
  return [
    { label: t('documents.type'), value: type?.label ?? document.document_type_code },
    ...(employee
      ? [
          {
            label: t('document.employee'),
            value: (
              <AppLink href={employeePath(employee.technical_id)} className={rows.link}>
                {fullName(employee)}
              </AppLink>
            ),
          },
        ]
      : []),
    { label: t('documents.organizations'), value: organizations.map(({ name }) => name).join(', ') },
    { label: t('documents.date'), value: format.date(document.date) },
    ...useAttributes(type?.metas ?? [], document.document_type_metas),
    ...useAttributes(type?.filters ?? [], document.document_type_filters),
    ...(external_unique_id ? [{ label: t('document.externalId'), value: external_unique_id }] : []),
    ...(external_reference ? [{ label: t('document.externalReference'), value: external_reference }] : []),
    ...(document.kind === 'employee'
      ? [{ label: t('document.vault'), value: t(document.linked_to_vault ? 'boolean.true' : 'boolean.false') }]
      : []),
  ]
}

function useAttributes(attributes: Attribute[], values: { [code: string]: unknown }): Fact[] {
  const format = useFormat()
  const show = ({ type, code }: Attribute) => {
    const value = values[code]
    if (value === undefined) return null
    if (type === 'date') return format.date(String(value))
    return String(value)
  }
  const known = new Set(attributes.map(({ code }) => code))
  return [
    ...attributes.map((one) => ({ label: one.name ?? one.code, value: show(one) })),
    ...Object.entries(values)
      .filter(([code]) => !known.has(code))
      .map(([code, value]) => ({ label: code, value: String(value) })),
  ]
}

function useFileFacts(document: OpenedDocument): Fact[] {
  const t = useWords(folderWords)
  const format = useFormat()
  const { filename, size, page_count, api_uploader_name, origin, created_at, updated_at, sha256 } = document
  return [
    { label: t('document.filename'), value: filename },
    {
      label: t('document.size'),
      value: [format.bytes(size), page_count && t('documents.pages', { count: page_count })]
        .filter(Boolean)
        .join(' · '),
    },
    {
      label: t('document.uploader'),
      value: [api_uploader_name, t(`document.origins.${origin}`)].filter(Boolean).join(' · '),
    },
    { label: t('document.created'), value: format.dateTime(created_at) },
    ...(updated_at === created_at ? [] : [{ label: t('document.updated'), value: format.dateTime(updated_at) }]),
    { label: t('document.hash'), value: <span className={classes.hash}>{sha256}</span> },
  ]
}
