/** `2024-01-31T09:30:00+00:00`, with seconds. */
export function inSeconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}+00:00`
}

/** `2024-01-31T09:30:00.000+00:00`, with milliseconds. */
export function inMilliseconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 23)}+00:00`
}

/** `2024-01-31T09:30:00.000000+00:00`, with microseconds, which are always zero. */
export function inMicroseconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 23)}000+00:00`
}
