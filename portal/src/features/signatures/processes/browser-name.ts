const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The browser and the system that a user agent names; what it says itself when it names none. */
export function browserOf(agent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((kinds) => kinds.find(([sign]) => sign.test(agent))?.[1] ?? [])
  return named.length > 0 ? named.join(', ') : agent
}
