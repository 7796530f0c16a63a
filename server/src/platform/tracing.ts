/** What a span tells beside its name and times: ids, routes and counts. Never an address of a person, a value or a secret. */
export type SpanFacts = Record<string, string | number>

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer'
  facts: SpanFacts
}

/** A step of a trace that is under way. */
export type Span = {
  traceId: string
  note(facts: SpanFacts): void
  /** A failure is told by its code; undefined for a success. */
  end(failure?: string): void
}

/** Follows what one call sets off, through statements, jobs and callbacks. The service has none unless it exports traces. */
export type Tracing = {
  /** Begins what another process or an earlier step has set off; without a `traceparent` of it, a trace. */
  begin(name: string, options: SpanOptions & { traceparent: string | undefined }): Span
  /** Begins a part of the step that runs; undefined where nothing is recorded. */
  beginPart(name: string, options: SpanOptions): Span | undefined
  /** Runs this as the step, with all that it calls. */
  run<T>(span: Span, step: () => T): T
  /** How others continue the step that runs, in the form of W3C Trace Context; undefined where nothing is recorded. */
  traceparent(): string | undefined
  /** How others continue this step. */
  traceparentOf(span: Span): string
  /** Sends what is recorded, as far as that works in time. */
  close(): Promise<void>
}
