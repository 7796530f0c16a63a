import { Anchor, Button } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { optionsQuery, type Process } from './processes.api.ts'

/** Where the signed document goes, or went. */
export function Filed({ process }: { process: Process }) {
  const t = useWords(signatureProcessWords)
  const { employee_technical_id, employee_name, document_type_code, document_type_name, document_id } = process
  const attributes = useAttributes(process)
  const folder = employee_technical_id && (
    <Anchor component={AppLink} href={`/portal/manager/employees/${encodeURIComponent(employee_technical_id)}`}>
      {employee_name ?? employee_technical_id}
    </Anchor>
  )
  const open = document_id && (
    <Button
      component={AppLink}
      href={`/portal/manager/documents/${document_id}`}
      size="xs"
      variant="light"
      leftSection={<IconFileCheck size={16} aria-hidden />}
    >
      {t('filing.open')}
    </Button>
  )
  return (
    <Section title={t('filing.title')} actions={open}>
      <DefinitionList
        stacked
        items={[
          { label: t('filing.employee'), value: folder },
          { label: t('filing.type'), value: document_type_name ?? document_type_code },
          ...attributes,
        ]}
      />
    </Section>
  )
}

/** What the document says of itself, by the names that its type gives. */
function useAttributes({ document_type_code, document_type_metas, document_type_filters }: Process) {
  const types = useQuery(optionsQuery).data?.document_types
  const type = types?.find(({ code }) => code === document_type_code)
  const known = [...(type?.metas ?? []), ...(type?.filters ?? [])]
  const given = { ...document_type_metas, ...document_type_filters }
  return Object.entries(given).map(([code, value]) => ({
    label: known.find((one) => one.code === code)?.name ?? code,
    value: String(value),
  }))
}
