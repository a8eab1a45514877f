import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('tamis');

let enabled = false;

/** Turns spans on or off for this process. Off at the start: then `withSpan` is a plain call. */
export function enableTracing(on: boolean): void {
  enabled = on;
}

/**
 * Runs `work` within a span of the OpenTelemetry SDK that was loaded beside the server; spans begun within it are its children.
 * Attributes name kinds and counts, never what callers sent.
 */
export async function withSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!enabled) return work();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The error's kind: its message may hold what a caller sent. */
function recordFailure(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
}
