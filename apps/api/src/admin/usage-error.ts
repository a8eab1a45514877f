/** What the caller did wrong; printed without a stack. */
export class UsageError extends Error {}
