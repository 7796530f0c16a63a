import { Button, Text } from '@mantine/core'
import type { Options } from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { uiWords } from '#ui/words.ts'
import { type Draft, numbered } from './draft.ts'
import { SignerMark } from './SignerMark.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'
import type { Step } from './wizard-steps.ts'

/** Everything at a glance, before people are asked. */
export function ReviewStep({ state: { draft }, options, onStep }: StepProps) {
  const t = useWords(signatureDraftWords)
  const ui = useWords(uiWords)
  const type = options.signature_types.find(({ id }) => id === draft.signature_type_id)
  const change = (step: Step) => (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => onStep(step)}
      aria-label={t('review.changeOf', { step: t(`steps.${step}`) })}
    >
      {t('review.change')}
    </Button>
  )
  const pages = draft.document && ui('pdf.pages', { count: draft.document.page_count })
  return (
    <>
      <Section title={t('steps.document')} actions={change('document')}>
        <DefinitionList
          items={[
            { label: t('document.name'), value: draft.title },
            { label: t('document.file'), value: draft.document && `${draft.document.filename} · ${pages}` },
            { label: t('document.type'), value: type?.name ?? draft.signature_type_id },
            { label: t('document.reason'), value: draft.reason },
          ]}
        />
      </Section>
      <Section title={t('steps.signers')} actions={change('signers')}>
        <SignersInOrder draft={draft} />
      </Section>
      <Section title={t('steps.details')} actions={change('details')}>
        <Details draft={draft} options={options} />
      </Section>
      <Text size="sm" c="dimmed" mt="lg">
        {t('review.text')}
      </Text>
    </>
  )
}

function SignersInOrder({ draft }: { draft: Draft }) {
  const t = useWords(signatureDraftWords)
  const signers = numbered(draft).map((signer, place) => ({ signer, place }))
  const inOrder = signers.toSorted((one, other) => one.signer.signing_order - other.signer.signing_order)
  return (
    <>
      {signers.length > 1 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t(`order.${draft.order}Help`)}
        </Text>
      )}
      <ol className={classes.review}>
        {inOrder.map(({ signer, place }) => (
          <li key={signer.key}>
            {draft.order !== 'together' && <span className={classes.turn}>{signer.signing_order}</span>}
            <SignerMark name={signer.name} place={place} />
            <div className={classes.grow}>
              <Text fw={550}>{signer.name}</Text>
              <Text size="sm" c="dimmed">
                {[t(`types.${signer.type}`), signer.email].filter(Boolean).join(' · ')}
              </Text>
              <Text size="sm" c="dimmed">
                {signer.boxes.length === 0 ? t('review.foot') : positionsOf(signer.boxes, t)}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

type Words = Translate<typeof signatureDraftWords>

function positionsOf(boxes: { page: number }[], t: Words): string {
  const pages = [...new Set(boxes.map(({ page }) => page))].sort((one, other) => one - other)
  return t('review.places', { count: boxes.length, pages: pages.join(', ') })
}

function Details({ draft, options }: { draft: Draft; options: Options }) {
  const t = useWords(signatureDraftWords)
  const format = useFormat()
  const usual = options.signature_types.find(({ id }) => id === draft.signature_type_id)?.expiry_days
  const type = options.document_types.find(({ code }) => code === draft.document_type_code)
  const attributes = [...(type?.metas ?? []), ...(type?.filters ?? [])].map(({ code, name }) => ({
    label: name ?? code,
    value: draft.metas[code] ?? draft.filters[code],
  }))
  const expiry = draft.expiry_date ? format.date(draft.expiry_date) : usual && t('review.days', { count: usual })
  return (
    <DefinitionList
      items={[
        { label: t('details.expiry'), value: expiry || t('review.never') },
        { label: t('details.message'), value: draft.message && <span className={classes.lines}>{draft.message}</span> },
        { label: t('details.send'), value: t(draft.auto_send ? 'review.sendAuto' : 'review.sendHand') },
        { label: t('filing.employee'), value: draft.employee?.name },
        { label: t('filing.type'), value: type?.name },
        ...attributes,
      ]}
    />
  )
}
