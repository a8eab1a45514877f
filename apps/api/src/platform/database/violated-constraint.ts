const uniqueViolation = '23505';

/** The name of the unique index an insert or update ran into; undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, driverError } = (error ?? {}) as {
    code?: string;
    constraint?: string;
    driverError?: unknown;
  };
  if (code === uniqueViolation) return constraint;
  return driverError === undefined ? undefined : violatedConstraint(driverError);
}
