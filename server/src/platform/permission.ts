/** What may be issued that covers what a call needs: that itself, everything about its resource, or everything. */
export function issuedFor(needed: string): string[] {
  return [needed, `${needed.slice(0, needed.indexOf(':'))}:*`, '*']
}

/** Whether what was issued covers what a call needs. */
export function covers(issued: readonly string[], needed: string): boolean {
  return issuedFor(needed).some((one) => issued.includes(one))
}
