import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('tamis');

let enabled = false;

/** Enables or disables spans for this process. They are disabled initially, when `withSpan` is a plain call. */
export function enableTracing(on: boolean): void {
  enabled = on;
}

/**
 * Runs `work` within a span of the OpenTelemetry SDK that was loaded with the server. Spans started within it become its children.
 * Attributes contain kinds and counts, never what callers sent.
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

/** Only the kind of the error is recorded, since its message may contain what a caller sent. */
function recordFailure(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
}
