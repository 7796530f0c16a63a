import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconAt, IconLink, IconUnlink } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type Account, useChangeLogInAddress, useLinkLogIn, useUnlinkLogIn } from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { describeError } from '#ui/feedback/describe-error.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'

/** The identity of a log-in: its address, and the other log-in of the same person. */
export function LogInIdentity({ account, name }: { account: Account; name: string }) {
  const t = useWords(directoryWords)
  const [open, setOpen] = useState<'address' | 'link'>()
  const { unlink, isUnlinking } = useUnlink(account.id, name)
  return (
    <>
      <Button variant="default" leftSection={<IconAt size={16} aria-hidden />} onClick={() => setOpen('address')}>
        {t('person.account.changeAddress')}
      </Button>
      {account.linked_to === null ? (
        <Button
          variant="default"
          leftSection={<IconLink size={16} aria-hidden />}
          disabled={!account.is_active}
          onClick={() => setOpen('link')}
        >
          {t('person.account.link')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconUnlink size={16} aria-hidden />}
          loading={isUnlinking}
          onClick={() => void unlink()}
        >
          {t('person.account.unlink')}
        </Button>
      )}
      {open === 'address' && <AddressDialog id={account.id} onClose={() => setOpen(undefined)} />}
      {open === 'link' && <LinkDialog account={account} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function AddressDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const change = useChangeLogInAddress()
  const save = (email: string) =>
    change.mutate(
      { id, email },
      {
        onSuccess: () => {
          notify.success(t('person.account.addressChanged'))
          onClose()
        },
      },
    )
  return (
    <OneFieldDialog
      title={t('person.account.changeAddress')}
      text={t('person.account.changeAddressText')}
      label={t('person.account.newAddress')}
      missing={t('person.account.missingAddress')}
      type="email"
      error={change.error}
      isPending={change.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}

function LinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const link = useLinkLogIn()
  const other = account.scope === 'employee' ? 'manager' : 'employee'
  const save = (technicalId: string) =>
    link.mutate(
      { id: account.id, linked_to: `${other}:${technicalId}` },
      {
        onSuccess: () => {
          notify.success(t('person.account.linked'))
          onClose()
        },
      },
    )
  return (
    <OneFieldDialog
      title={t('person.account.link')}
      text={t(other === 'manager' ? 'person.account.linkTextManager' : 'person.account.linkTextEmployee')}
      label={t(other === 'manager' ? 'person.account.managerId' : 'person.account.employeeId')}
      missing={t('person.account.missingId')}
      type="text"
      error={link.error}
      isPending={link.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}

type OneFieldDialogProps = {
  title: string
  text: string
  label: string
  missing: string
  type: 'email' | 'text'
  error: unknown
  isPending: boolean
  onSave: (value: string) => void
  onClose: () => void
}

function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, text, label, missing, type, error, isPending, onSave, onClose } = props
  const ui = useWords(uiWords)
  const [value, setValue] = useState('')
  const [isTried, setTried] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (value.trim() !== '') onSave(value.trim())
  }
  const refused = error instanceof ApiError ? (error.fields[0]?.message ?? describeError(error, ui)) : undefined
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          <TextInput
            label={label}
            type={type}
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            error={isTried && value.trim() === '' ? missing : refused}
            data-autofocus
          />
          <FormActions onCancel={onClose}>
            <Button type="submit" loading={isPending}>
              {title}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Modal>
  )
}

function useUnlink(id: string, name: string) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const unlinking = useUnlinkLogIn()
  return {
    isUnlinking: unlinking.isPending,
    async unlink() {
      const question = { title: t('person.account.unlinkTitle', { name }), text: t('person.account.unlinkText') }
      if (!(await confirm({ ...question, action: t('person.account.unlink') }))) return
      unlinking.mutate(id, {
        onSuccess: () => notify.success(t('person.account.unlinked')),
        onError: (error) => refuse(error),
      })
    },
  }
}
