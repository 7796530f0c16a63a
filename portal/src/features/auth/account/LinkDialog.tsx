import { Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '#features/auth/passwords/PasswordField.tsx'
import { accountWords } from '#features/auth/words.ts'
import type { Scope } from '#kernel/session/session.api.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { AddressField } from './AddressField.tsx'
import { refusedFields } from './LogInAddress.tsx'
import { useAddLink, useOrderCode } from './log-in.api.ts'
import { Refusal } from './Refusal.tsx'

type LinkDialogProps = { scope: Scope; onClose: () => void }

/** Links the other log-in of a person, who shows that it is theirs: by its password, or by a code that is mailed to it. */
export function LinkDialog({ scope, onClose }: LinkDialogProps) {
  const t = useWords(accountWords)
  const ui = useWords(uiWords)
  const [how, setHow] = useState<'password' | 'code'>('password')
  const title = t(scope === 'manager' ? 'links.dialogManager' : 'links.dialogEmployee')
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': ui('close') }}>
      <Stack gap="md">
        <Text size="sm">{t('links.prove')}</Text>
        <Radio.Group
          label={t('links.how')}
          value={how}
          onChange={(value) => setHow(value === 'code' ? 'code' : 'password')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="password" label={t('links.byPassword')} />
            <Radio value="code" label={t('links.byCode')} />
          </Stack>
        </Radio.Group>
        {how === 'password' ? <ByPassword onClose={onClose} /> : <ByCode onClose={onClose} />}
      </Stack>
    </Modal>
  )
}

type FormProps = { onClose: () => void }

function ByPassword({ onClose }: FormProps) {
  const t = useWords(accountWords)
  const { link, isPending, error } = useLinking(onClose)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (email.trim() !== '' && password !== '') link({ email: email.trim(), password })
  }
  const isWrong = refusedFields(error).password !== undefined
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <Refusal error={isWrong ? null : error} />
        <LinkedAddressField value={email} onChange={setEmail} isTried={isTried} />
        <PasswordField
          label={t('links.password')}
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={isTried && password === '' ? t('links.missingPassword') : isWrong && t('links.wrong')}
        />
        <Buttons label={t('links.submit')} isPending={isPending} onClose={onClose} />
      </Stack>
    </form>
  )
}

function ByCode({ onClose }: FormProps) {
  const t = useWords(accountWords)
  const { link, isPending, error } = useLinking(onClose)
  const order = useOrderCode()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!order.isSuccess && email.trim() !== '') order.mutate(email.trim(), { onSuccess: () => setTried(false) })
    if (order.isSuccess && code.trim() !== '') link({ code: code.trim() })
  }
  const refused = refusedFields(error).code
  const ofCode = refused && t(refused === 'wrong_code' ? 'links.wrongCode' : 'links.expiredCode')
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <Refusal error={order.error ?? (ofCode ? null : error)} />
        <LinkedAddressField value={email} onChange={setEmail} isTried={isTried} readOnly={order.isSuccess} />
        {order.isSuccess && (
          <>
            <Text size="sm" role="status">
              {t('links.ordered')}
            </Text>
            <TextInput
              label={t('links.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              size="md"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={isTried && code.trim() === '' ? t('links.missingCode') : ofCode}
            />
          </>
        )}
        <Buttons
          label={t(order.isSuccess ? 'links.submit' : 'links.order')}
          isPending={isPending || order.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

function useLinking(onClose: () => void) {
  const t = useWords(accountWords)
  const notify = useNotify()
  const adding = useAddLink()
  return {
    isPending: adding.isPending,
    error: adding.error,
    link: (proof: Parameters<typeof adding.mutate>[0]) =>
      adding.mutate(proof, {
        onSuccess: () => {
          notify.success(t('links.done'))
          onClose()
        },
      }),
  }
}

type LinkedAddressFieldProps = {
  value: string
  onChange: (value: string) => void
  isTried: boolean
  readOnly?: boolean
}

function LinkedAddressField({ value, onChange, isTried, readOnly = false }: LinkedAddressFieldProps) {
  const t = useWords(accountWords)
  return (
    <AddressField
      label={t('links.email')}
      autoComplete="off"
      value={value}
      onChange={onChange}
      readOnly={readOnly}
      error={isTried && value.trim() === '' && t('links.missing')}
    />
  )
}

function Buttons({ label, isPending, onClose }: { label: string; isPending: boolean; onClose: () => void }) {
  return (
    <FormActions onCancel={onClose}>
      <Button type="submit" loading={isPending}>
        {label}
      </Button>
    </FormActions>
  )
}
