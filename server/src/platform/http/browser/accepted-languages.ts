/** No browser asks for nearly as many. */
const MAX_LANGUAGES = 50

/** The languages that a browser asks for, those that are liked best first, in lower case. */
export function acceptedLanguages(header: string | undefined): string[] {
  const listed = (header ?? '').split(',', MAX_LANGUAGES).map((one) => {
    const [tag = '', parameter = ''] = one.split(';').map((part) => part.trim().toLowerCase())
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim())
    const quality = name === 'q' ? value : ''
    const weight = quality === '' ? 1 : Number(quality)
    return { tag, weight: Number.isFinite(weight) ? weight : 0 }
  })
  const wanted = listed.filter(({ tag, weight }) => tag !== '' && weight > 0)
  return wanted.toSorted((one, other) => other.weight - one.weight).map(({ tag }) => tag)
}
