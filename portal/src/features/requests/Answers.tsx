import { FileLink } from '#features/requests/conversation/FileLink.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { RichText } from '#ui/text/RichText.tsx'
import type { ShownAnswer } from './employee-requests.api.ts'
import classes from './requests.module.css'
import { requestWords } from './words.ts'

type AnswersProps = {
  body: string | null
  answers: ShownAnswer[]
  /** Where the request's files are. */
  base: string
}

/** The content of a request: the text, and the answer to each field. */
export function Answers({ body, answers, base }: AnswersProps) {
  return (
    <>
      {body && <RichText html={body} />}
      {answers.length > 0 && (
        <dl className={classes.answers}>
          {answers.map((answer) => (
            <div key={answer.code}>
              <dt>{answer.label}</dt>
              <dd>
                <AnswerValue answer={answer} base={base} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function AnswerValue({ answer: { code, type, value, shown, file }, base }: { answer: ShownAnswer; base: string }) {
  const t = useWords(requestWords)
  const format = useFormat()
  if (file) return <FileLink href={`${base}/files/${encodeURIComponent(code)}`} file={file} />
  if (value === null || value === undefined) return t('request.notGiven')
  if (shown.length > 0) return shown.join(type === 'dataset' ? ' › ' : ', ')
  if (typeof value === 'boolean') return t(value ? 'field.yes' : 'field.no')
  if (typeof value === 'number') return format.number(value)
  if (type === 'date') return format.date(String(value))
  if (type === 'datetime') return format.dateTime(String(value))
  return String(value)
}
