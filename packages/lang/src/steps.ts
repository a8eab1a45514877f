/** Long work in short steps, between which a server can answer other requests. */
export type Steps<T> = Generator<undefined, T>;

/** Completes work without a pause. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
