/** `1 manager`, `12 managers`, or nothing at all. */
export function counted(count: string | number, one: string, several: string): string[] {
  const number = Number(count)
  return number === 0 ? [] : [`${number} ${number === 1 ? one : several}`]
}
