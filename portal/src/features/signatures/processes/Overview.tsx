import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { textOf } from '#shared/documents/page-text.ts'
import { RetentionSection } from '#shared/governance/RetentionSection.tsx'
import { PdfPages } from '#ui/files/PdfPages.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { Filed } from './Filed.tsx'
import classes from './process.module.css'
import { fileOf, optionsQuery, type Process, pictureOf, urlOf } from './processes.api.ts'
import { SignerTimeline } from './SignerTimeline.tsx'

/** The document on one side, who signs it and what is known of it on the other. */
export function Overview({ process }: { process: Process }) {
  const t = useWords(signatureProcessWords)
  const { id, title, document, signed_document } = process
  const shown = signed_document ?? document
  return (
    <div className={classes.columns}>
      <div className={classes.signers}>
        <Section title={t('signers.title')}>
          <SignerTimeline process={process} />
        </Section>
      </div>
      <div className={classes.document}>
        <div className={classes.files}>
          {signed_document && <Download href={fileOf(id, 'sealed')} name={t('files.sealed')} isMain />}
          <Download href={fileOf(id, 'original')} name={t('files.original')} />
        </div>
        <PdfPages
          key={shown.sha256}
          title={title}
          pageCount={shown.page_count}
          pageUrl={pictureOf(id, shown.sha256)}
          text={textOf(urlOf(id), shown.sha256)}
        />
      </div>
      <div className={classes.filing}>
        <Filed process={process} />
      </div>
      <div className={classes.facts}>
        <Facts process={process} />
        <RetentionSection of="signatures" id={id} />
      </div>
    </div>
  )
}

type DownloadProps = { href: string; name: string; isMain?: boolean }

function Download({ href, name, isMain = false }: DownloadProps) {
  return (
    <Button
      component="a"
      href={href}
      download
      variant={isMain ? 'light' : 'default'}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {name}
    </Button>
  )
}

function Facts({ process }: { process: Process }) {
  const t = useWords(signatureProcessWords)
  const format = useFormat()
  const { started_at: started, signed_at: sealed, sent_at: sent, ended_at: ended } = process
  const moments = Object.entries({ started, sealed, sent, ended }).flatMap(([name, moment]) =>
    moment ? [{ label: t(`facts.${name as 'started'}`), value: format.dateTime(moment) }] : [],
  )
  const optional = (['reason', 'message'] as const).flatMap((name) =>
    process[name] ? [{ label: t(`facts.${name}`), value: <span className={classes.lines}>{process[name]}</span> }] : [],
  )
  return (
    <Section title={t('facts.title')}>
      <DefinitionList
        items={[
          { label: t('facts.type'), value: process.signature_type_name },
          ...optional,
          { label: t('facts.expiry'), value: useExpiry(process) },
          { label: t('facts.sending'), value: t(process.auto_send ? 'facts.auto' : 'facts.byHand') },
          { label: t('facts.creator'), value: process.creator_name },
          { label: t('facts.created'), value: format.dateTime(process.created_at) },
          ...moments,
        ]}
      />
    </Section>
  )
}

/** The last day; for a draft that names none, what its type says. */
function useExpiry({ status, expiry_date, signature_type_id }: Process): string {
  const t = useWords(signatureProcessWords)
  const format = useFormat()
  const types = useQuery(optionsQuery).data?.signature_types
  const days = types?.find(({ id }) => id === signature_type_id)?.expiry_days
  if (expiry_date) return format.date(expiry_date)
  return status === 'draft' && days ? t('facts.days', { count: days }) : t('facts.never')
}
