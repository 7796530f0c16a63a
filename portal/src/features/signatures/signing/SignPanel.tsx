import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { RefuseDialog } from './RefuseDialog.tsx'
import { type Draft, drawingOf, SignatureField } from './SignatureField.tsx'
import type { SignatureDetail } from './signing.api.ts'
import { isCode, type useAnswers } from './use-signature.ts'

type SignPanelProps = {
  signature: SignatureDetail
  draft: Draft
  onDraft: (change: (draft: Draft) => Draft) => void
  answers: ReturnType<typeof useAnswers>
}

/** The panel for signing: the signature, the consent, and the buttons to sign or refuse. */
export function SignPanel({ signature, draft, onDraft, answers: { sign, reject } }: SignPanelProps) {
  const t = useWords(signingWords)
  const { consent } = signature
  // A signer who agreed to another text has not agreed to this one.
  const [agreedTo, setAgreedTo] = useState<string>()
  const [isRefusing, setRefusing] = useState(false)
  const reasonId = useId()
  const drawing = drawingOf(draft)
  const isAgreed = agreedTo === consent
  const missing = whatIsMissing(draft, isAgreed)
  const hasConsentChanged = isCode(sign.error, 'consent_changed') && !isAgreed
  return (
    <Section title={t('sign.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (drawing && isAgreed && !sign.isPending) sign.mutate({ drawing, consent })
        }}
      >
        <Stack gap="lg">
          <SignatureField draft={draft} onChange={onDraft} />
          <div>
            <div role="alert">
              {hasConsentChanged && (
                <Alert color="orange" variant="light" mb="md">
                  {t('sign.consentChanged')}
                </Alert>
              )}
            </div>
            <Checkbox
              label={consent}
              checked={isAgreed}
              onChange={({ currentTarget }) => setAgreedTo(currentTarget.checked ? consent : undefined)}
            />
          </div>
          <div>
            <Button
              type="submit"
              size="lg"
              fullWidth
              leftSection={<IconSignature size={20} aria-hidden />}
              disabled={missing !== undefined}
              loading={sign.isPending}
              aria-describedby={reasonId}
            >
              {t('sign.submit')}
            </Button>
            <Text id={reasonId} role="status" size="sm" c="dimmed" ta="center" mt={6} mih="1.4em">
              {missing && t(missing)}
            </Text>
            <Button
              variant="subtle"
              color="red"
              c="var(--mantine-color-error)"
              fullWidth
              onClick={() => setRefusing(true)}
            >
              {t('sign.refuse')}
            </Button>
          </div>
        </Stack>
      </form>
      <RefuseDialog
        opened={isRefusing}
        requester={signature.requested_by}
        isBusy={reject.isPending}
        onClose={() => setRefusing(false)}
        onRefuse={(reason) => reject.mutate(reason, { onSettled: () => setRefusing(false) })}
      />
    </Section>
  )
}

function whatIsMissing(draft: Draft, isAgreed: boolean) {
  if (!drawingOf(draft)) return draft.kind === 'typed' ? 'sign.needsName' : 'sign.needsDrawing'
  return isAgreed ? undefined : 'sign.needsConsent'
}
