/** Reasons why a value is unknown. Absences may be replaced by `otherwise`; failures are passed through it. */
export const absenceCauses = [
  'missing',
  'missing_key',
  'not_screened',
  'empty_window',
  'not_in_data',
  'no_operational_hours',
  'empty_text',
] as const;
export const failureCauses = [
  'type',
  'no_rate',
  'division_by_zero',
  'out_of_domain',
  'overflow',
  'too_many_rows',
  'too_many_nodes',
  'too_long',
  'list_unavailable',
  'source_unavailable',
  'no_calendar',
] as const;
export type CauseName = (typeof absenceCauses)[number] | (typeof failureCauses)[number];

export interface Cause {
  readonly cause: CauseName;
  /** JSON path of what was absent or could not be used. */
  readonly path?: string;
  readonly listId?: string;
  readonly detail?: string;
}

const failures: ReadonlySet<string> = new Set(failureCauses);

/** Maximum number of causes kept per unknown (language manual 5). */
export const maxCauses = 16;

/** The third truth value, and the absence of any other value. Never an exception, never null. */
export class Unknown {
  /** In text order, without duplicates. */
  readonly causes: readonly Cause[];
  /** Whether any cause is a failure, which `otherwise` does not replace. */
  readonly failed: boolean;

  constructor(causes: readonly Cause[]) {
    this.causes = causes;
    this.failed = causes.some((cause) => failures.has(cause.cause));
  }
}

export const unknown = (cause: Cause): Unknown => new Unknown([cause]);

export const isUnknown = (value: unknown): value is Unknown => value instanceof Unknown;

const sameCause = (a: Cause, b: Cause): boolean =>
  a.cause === b.cause && a.path === b.path && a.listId === b.listId && a.detail === b.detail;

/** Returns an unknown with the causes of all unknown operands, in the given order. */
export function mergeUnknown(unknowns: readonly Unknown[]): Unknown {
  const [only] = unknowns;
  if (unknowns.length === 1 && only) return only;
  const causes: Cause[] = [];
  for (const { causes: more } of unknowns)
    for (const cause of more)
      if (causes.length < maxCauses && !causes.some((known) => sameCause(known, cause))) causes.push(cause);
  return new Unknown(causes);
}
