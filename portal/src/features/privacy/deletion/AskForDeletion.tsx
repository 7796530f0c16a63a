import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { deletionWords } from '#features/privacy/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { askForDeletion, deletionsQuery } from './deletion.api.ts'
import classes from './deletion.module.css'

const MAX_LETTERS = 2000

/** Asks for the deletion, after asking back. */
export function AskForDeletion() {
  const t = useWords(deletionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const ask = useMutation({
    mutationFn: () => askForDeletion(reason.trim()),
    onSuccess: () => {
      notify.success(t('form.sent'))
      window.scrollTo({ top: 0 })
    },
    onError: (error) => notify.failure(error, { deletion_request_open: t('form.open') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deletionsQuery.queryKey }),
  })
  const isAsking = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A second press must not ask twice.
    if (ask.isPending || isAsking.current) return
    isAsking.current = true
    const isSure = await confirm({ title: t('form.ask'), text: t('form.askText'), action: t('form.submit') })
    isAsking.current = false
    if (isSure) ask.mutate()
  }
  return (
    <div>
      <Section title={t('form.title')}>
        <form className={classes.form} onSubmit={(event) => void submit(event)}>
          <Textarea
            label={t('form.reason')}
            description={t('form.optional')}
            autosize
            minRows={2}
            maxLength={MAX_LETTERS}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <div>
            <Button type="submit" color="red.8" loading={ask.isPending}>
              {t('form.submit')}
            </Button>
          </div>
        </form>
      </Section>
    </div>
  )
}
