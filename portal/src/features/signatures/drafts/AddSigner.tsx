import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Person, SignerType } from '#features/signatures/processes/processes.api.ts'
import { SignatorySearch } from '#features/signatures/processes/SignatorySearch.tsx'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { identityOf, newKey, type SignerDraft } from './draft.ts'
import { Segments } from './Segments.tsx'

type AddSignerProps = { signers: SignerDraft[]; onAdd: (signer: SignerDraft) => void }

const TYPES: SignerType[] = ['employee', 'user', 'external']

/** Adds a signer: an employee or a manager, found by name, or an external person. */
export function AddSigner({ signers, onAdd }: AddSignerProps) {
  const t = useWords(signatureDraftWords)
  const [type, setType] = useState<SignerType>('employee')
  const [repeated, setRepeated] = useState<string>()
  const isNamed = (signer: SignerDraft) => signers.some((one) => identityOf(one) === identityOf(signer))
  const add = (given: Pick<SignerDraft, 'technical_id' | 'first_name' | 'last_name' | 'email'>): boolean => {
    const name = fullName(given) || given.email
    const number = Math.max(0, ...signers.map((one) => one.signing_order)) + 1
    const signer: SignerDraft = { ...given, type, name, key: newKey(), signing_order: number, boxes: [] }
    setRepeated(isNamed(signer) ? t('signers.repeated', { name }) : undefined)
    if (isNamed(signer)) return false
    onAdd(signer)
    return true
  }
  return (
    <>
      <Segments
        aria-label={t('signers.kind')}
        data={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={type}
        onChange={(value) => {
          setType(value)
          setRepeated(undefined)
        }}
      />
      {type === 'external' ? (
        <ExternalForm onAdd={add} repeated={repeated} />
      ) : (
        <SignatorySearch
          key={type}
          label={t(type === 'user' ? 'signers.findManager' : 'signers.findEmployee')}
          type={type}
          onChoose={({ technical_id, first_name, last_name, email }: Person) =>
            add({ technical_id, first_name, last_name, email })
          }
          error={repeated}
        />
      )}
    </>
  )
}

type ExternalFormProps = {
  onAdd: (given: { technical_id: null; first_name: string; last_name: string; email: string }) => boolean
  repeated: string | undefined
}

/** An external signer: the link and the code are mailed to the address. */
function ExternalForm({ onAdd, repeated }: ExternalFormProps) {
  const t = useWords(signatureDraftWords)
  const needed = (value: string) => (value.trim() === '' ? t('signers.needed') : null)
  const form = useForm({
    initialValues: { first_name: '', last_name: '', email: '' },
    validate: {
      first_name: needed,
      last_name: needed,
      email: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : t('signers.badEmail')),
    },
  })
  const submit = form.onSubmit(({ first_name, last_name, email }) => {
    const given = { first_name: first_name.trim(), last_name: last_name.trim(), email: email.trim() }
    if (onAdd({ technical_id: null, ...given })) form.reset()
  })
  return (
    <form onSubmit={submit} noValidate>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label={t('signers.firstName')} required maxLength={100} {...form.getInputProps('first_name')} />
        <TextInput label={t('signers.lastName')} required maxLength={100} {...form.getInputProps('last_name')} />
        <TextInput
          label={t('signers.email')}
          type="email"
          required
          maxLength={254}
          {...form.getInputProps('email')}
          error={form.errors.email ?? repeated}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="light" leftSection={<IconUserPlus size={16} aria-hidden />}>
          {t('signers.addExternal')}
        </Button>
      </Group>
    </form>
  )
}
