/** How long integrations take, which whoever executes them knows. */
export abstract class ExecutionTimes {
  /** Milliseconds on average, by code, of what the organization was delivered lately; those that delivered nothing are missing. */
  abstract averages(organizationId: string): Promise<ReadonlyMap<string, number>>;
}
