import { useState } from 'react'
import { sendFile, signatureKeys, type Upload } from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { describeError } from '#ui/feedback/describe-error.ts'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { useFieldWords } from './use-draft.ts'

type SendFileProps = { onTake: (upload: Upload) => void; error: string | undefined }

/** A PDF of one's own, sent as soon as it is chosen. */
export function SendFile({ onTake, error }: SendFileProps) {
  const t = useWords(signatureDraftWords)
  const refusal = useRefusal()
  const [progress, setProgress] = useState(0)
  const send = useMutation({
    mutationKey: signatureKeys.taking,
    mutationFn: (file: File) => sendFile(file, setProgress),
    onMutate: () => setProgress(0),
    onSuccess: (upload) => onTake(upload),
  })
  const problem = send.error ? refusal(send.error) : error
  return (
    <FilePicker
      label={t('document.file')}
      description={t('document.fileHelp')}
      accept={['application/pdf', '.pdf']}
      files={send.isPending && send.variables ? [send.variables] : []}
      progress={[progress]}
      onChange={([file]) => file && send.mutate(file)}
      disabled={send.isPending}
      {...(problem ? { error: problem } : {})}
    />
  )
}

/** Why a document cannot be taken. */
export function useRefusal(): (error: unknown) => string {
  const ui = useWords(uiWords)
  const describe = useFieldWords()
  return (error) => {
    const [field] = error instanceof ApiError ? error.fields : []
    return field ? describe(field) : describeError(error, ui)
  }
}
