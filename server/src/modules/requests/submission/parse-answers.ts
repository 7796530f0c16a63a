import type { FieldType, FormField } from '#modules/requests/forms/schemas.ts'
import type { StoredFile } from '#modules/uploads/index.ts'
import { parseJsonText } from '#platform/http/bodies/json-shape.ts'
import { isEmail } from '#platform/net/email.ts'
import type { FieldError } from '#platform/problem.ts'
import { isDate, isMoment } from '#platform/time/moment.ts'

/** A file as it came; one that no field asks for is not stored. */
export type SentFile = { sizeBytes: number; stored: StoredFile | undefined }

/** What was sent for the fields of a form, each as often as it was sent. */
export type Submitted = {
  fields: Record<string, string[]>
  files: Record<string, SentFile[]>
  /** What was found to be wrong before. */
  errors?: FieldError[]
}

export type Answer = string | number | boolean | string[]
export type Answers = {
  /** What was given, by the codes of fields. */
  values: Map<string, Answer>
  files: Map<string, StoredFile>
  errors: FieldError[]
}

/** Reads what was sent for each field as its type says. What is empty counts as left out. */
export function parseAnswers(fields: readonly FormField[], submitted: Submitted): Answers {
  const answers: Answers = { values: new Map(), files: new Map(), errors: [] }
  for (const field of fields) {
    const { code } = field
    const texts = (submitted.fields[code] ?? []).filter((text) => text !== '')
    const files = filesIn(submitted, code)
    const error =
      field.type === 'file' ? takeFile(field, texts, files, answers) : takeText(field, texts, files, answers)
    if (error) answers.errors.push({ field: code, ...error })
  }
  return answers
}

/** An empty file counts as left out: so browsers send a field for which none was chosen. */
export function filesIn({ files }: Submitted, name: string): SentFile[] {
  return (files[name] ?? []).filter((file) => file.sizeBytes > 0)
}

type Mistake = { code: string; message: string }
export const NO_FILE: Mistake = { code: 'wrong_type', message: 'This must be text, not a file.' }
const REPEATED: Mistake = { code: 'repeated', message: 'This field must be sent only once.' }
const REQUIRED: Mistake = { code: 'required', message: 'This field is required.' }

function takeFile(
  { code, required }: FormField,
  texts: string[],
  files: SentFile[],
  answers: Answers,
): Mistake | undefined {
  if (texts.length > 0) return { code: 'wrong_type', message: 'This must be a file.' }
  if (files.length > 1) return REPEATED
  const [file] = files
  if (!file) return required ? REQUIRED : undefined
  const { stored } = file
  // The form did not have this field when the file arrived.
  if (!stored) return { code: 'required', message: 'The form has changed in the meantime. Send the file again.' }
  answers.files.set(code, stored)
  return undefined
}

function takeText(field: FormField, texts: string[], files: unknown[], answers: Answers): Mistake | undefined {
  if (files.length > 0) return NO_FILE
  const { code, type, required } = field
  const [text] = texts
  if (text === undefined) return required ? REQUIRED : undefined
  if (type !== 'multiselect' && texts.length > 1) return REPEATED
  const parsed = type === 'multiselect' ? parseChoices(texts, field) : PARSERS[type as TextType](text, field)
  if (!('value' in parsed)) return parsed
  if (Array.isArray(parsed.value) && parsed.value.length === 0) return required ? REQUIRED : undefined
  answers.values.set(code, parsed.value)
  return undefined
}

type Parsed = { value: Answer } | Mistake
const parsed = (value: Answer): Parsed => ({ value })

/** Numbers of more digits are not the same any more when they come back. */
const MAX_DIGITS = 15

type TextType = Exclude<FieldType, 'multiselect' | 'file'>
const PARSERS: Record<TextType, (text: string, field: FormField) => Parsed> = {
  text: parseText,
  textarea: parseText,
  integer: (text) => {
    if (!/^[+-]?\d+$/.test(text)) return { code: 'wrong_type', message: 'This must be an integer.' }
    return parseNumber(text)
  },
  decimal: (text) => {
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text))
      return { code: 'wrong_type', message: 'This must be a number (such as 12.50).' }
    return parseNumber(text)
  },
  date: (text) =>
    isDate(text) ? parsed(text) : { code: 'invalid_date', message: 'This is not a valid date (expected YYYY-MM-DD).' },
  datetime: (text) =>
    isMoment(text)
      ? parsed(text)
      : { code: 'invalid_moment', message: 'This is not a valid date-time (expected ISO 8601 with an offset).' },
  boolean: (text) => {
    const flag = parseFlag(text)
    return flag === undefined ? { code: 'wrong_type', message: 'This must be true or false.' } : parsed(flag)
  },
  email: (text) =>
    isEmail(text) ? parsed(text) : { code: 'invalid_email', message: 'This is not a valid e-mail address.' },
  select: (text, { choices = [] }) => (choices.includes(text) ? parsed(text) : notAmong(choices)),
  // Whether there is such a value is looked up by the caller, which has the data sets.
  dataset: (text) => parsed(text),
}

/** As programs of all kinds write it: `true`, `True`, `1`. */
export function parseFlag(text: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(text)) return true
  return /^(?:false|0)$/i.test(text) ? false : undefined
}

function parseText(text: string, { max_length }: FormField): Parsed {
  if (max_length === undefined || [...text].length <= max_length) return parsed(text)
  return { code: 'too_long', message: `This exceeds ${max_length} characters.` }
}

function parseNumber(text: string): Parsed {
  const digits = text.replace(/^[+-]?0*|\D/g, '').length
  if (digits > MAX_DIGITS) return { code: 'out_of_range', message: `This exceeds ${MAX_DIGITS} digits.` }
  // Not -0, which JSON does not know.
  return parsed(Number(text) + 0)
}

/** A part for each choice, or all of them as a list in JSON. */
function parseChoices(texts: string[], { choices = [] }: FormField): Parsed {
  const chosen = [...new Set(texts.flatMap((text) => (choices.includes(text) ? [text] : listIn(text))))]
  return chosen.every((one) => choices.includes(one)) ? parsed(chosen) : notAmong(choices)
}

function listIn(text: string): string[] {
  if (!text.startsWith('[')) return [text]
  try {
    const list = parseJsonText(text) as unknown[]
    return list.every((one) => typeof one === 'string') ? list : [text]
  } catch {
    return [text]
  }
}

function notAmong(choices: readonly string[]): Mistake {
  const some = choices.length > 20 ? `${choices.slice(0, 20).join(', ')} …` : choices.join(', ')
  return { code: 'unknown_choice', message: `This must be one of ${some}.` }
}
