const HEADINGS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

/**
 * Moves what CHANGELOG.md lists as unreleased to a version. A version that is listed already was prepared and not released:
 * its section takes in what came since. Answers undefined if there is nothing to release.
 */
export function releaseChangelog(text: string, release: { version: string; date: string }): string | undefined {
  const [head = '', unreleased = '', ...released] = text.split(/^(?=## \[)/m)
  if (!unreleased.startsWith('## [Unreleased]'))
    throw new Error('CHANGELOG.md must start with the section [Unreleased].')
  const isThis = (section: string) => section.startsWith(`## [${release.version}]`)
  const sections = [...released.filter(isThis), unreleased]
  const entries = HEADINGS.flatMap((heading) => {
    const lists = sections.map((section) => entriesOf(section, heading)).filter((list) => list !== '')
    return lists.length > 0 ? [`### ${heading}\n\n${lists.join('\n')}\n`] : []
  })
  if (entries.length === 0) return undefined
  const section = `## [${release.version}] - ${release.date}\n\n${entries.join('\n')}\n`
  return `${[head, '## [Unreleased]\n\n', section, ...released.filter((one) => !isThis(one))].join('').trimEnd()}\n`
}

function entriesOf(section: string, heading: string): string {
  const [, ...groups] = section.split(/^### /m)
  const unknown = groups.map((group) => group.split('\n')[0] ?? '').find((name) => !HEADINGS.includes(name))
  if (unknown) throw new Error(`CHANGELOG.md has the heading ${unknown} (expected one of ${HEADINGS.join(', ')}).`)
  const group = groups.find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return group.slice(heading.length).trim()
}
