import { Stack, Text } from '@mantine/core'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { AddSigner } from './AddSigner.tsx'
import type { Order, SignerDraft } from './draft.ts'
import { numbered } from './draft.ts'
import { Segments } from './Segments.tsx'
import { SignerList } from './SignerList.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

const ORDERS: Order[] = ['together', 'sequence', 'custom']

/** Who signs, and in which order. */
export function SignersStep({ state }: StepProps) {
  const t = useWords(signatureDraftWords)
  const { draft, change, errors } = state
  const { signers, order, employee } = draft
  const add = (signer: SignerDraft) => {
    const isFirstEmployee = signer.type === 'employee' && !employee && !signers.some(({ type }) => type === 'employee')
    const folder = isFirstEmployee ? { technical_id: signer.technical_id ?? '', name: signer.name } : employee
    change({ signers: [...signers, signer], employee: folder })
  }
  const reorder = (next: Order) => change({ order: next, signers: numbered(draft) })
  return (
    <>
      <Section title={t('signers.title')} description={t('signers.text')} flush={signers.length > 0}>
        {signers.length === 0 ? (
          <Text size="sm" {...(errors.signers ? { c: 'var(--mantine-color-error)', role: 'alert' } : { c: 'dimmed' })}>
            {errors.signers ?? t('signers.none')}
          </Text>
        ) : (
          <SignerList state={state} />
        )}
        {signers.length > 1 && (
          <div className={classes.order}>
            <Text size="sm" fw={600} id="signing-order">
              {t('order.label')}
            </Text>
            <Segments
              aria-labelledby="signing-order"
              data={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
              value={order}
              onChange={reorder}
            />
            <Text size="sm" c="dimmed" aria-live="polite">
              {t(`order.${order}Help`)}
            </Text>
          </div>
        )}
      </Section>
      <Section title={t('signers.add')}>
        <Stack>
          <AddSigner signers={signers} onAdd={add} />
        </Stack>
      </Section>
    </>
  )
}
