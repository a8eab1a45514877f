/** A mistake of the caller. Printed without a stack trace. */
export class UsageError extends Error {}
