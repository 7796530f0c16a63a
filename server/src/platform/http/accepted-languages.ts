/** The languages that a browser asks for, those that are liked best first, in lower case. */
export function acceptedLanguages(header: string | undefined): string[] {
  const listed = (header ?? '').split(',').map((one) => {
    const [tag = '', quality = ''] = one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/)
    const weight = quality === '' ? 1 : Number(quality)
    return { tag, weight: Number.isFinite(weight) ? weight : 0 }
  })
  const wanted = listed.filter(({ tag, weight }) => tag !== '' && weight > 0)
  return wanted.toSorted((one, other) => other.weight - one.weight).map(({ tag }) => tag)
}
