import { Stack, Switch, Textarea } from '@mantine/core'
import { FilingFields } from '#features/signatures/processes/FilingFields.tsx'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import type { StepProps } from './step-props.ts'

/** The expiry date, the message to the signers, and where the document is filed. */
export function DetailsStep({ state, options }: StepProps) {
  const t = useWords(signatureDraftWords)
  const { draft, change, errors } = state
  const usual = options.signature_types.find(({ id }) => id === draft.signature_type_id)?.expiry_days
  const fields = Object.entries(errors).map(([field, message]) => ({ field, message }))
  return (
    <>
      <Section title={t('details.asking')}>
        <Stack>
          <DateField
            label={t('details.expiry')}
            description={usual ? t('details.expiryUsual', { count: usual }) : t('details.expiryHelp')}
            value={draft.expiry_date}
            onChange={(expiry_date) => change({ expiry_date })}
            error={errors.expiry_date}
            maw={320}
          />
          <Textarea
            label={t('details.message')}
            description={t('details.messageHelp')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={5000}
            value={draft.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
            error={errors.message}
          />
          <Switch
            label={t('details.send')}
            description={t('details.sendHelp')}
            checked={draft.auto_send}
            onChange={(event) => change({ auto_send: event.currentTarget.checked })}
          />
        </Stack>
      </Section>
      <Section title={t('filing.title')} description={t('filing.text')}>
        <FilingFields types={options.document_types} values={draft} onChange={change} errors={fields} />
      </Section>
    </>
  )
}
