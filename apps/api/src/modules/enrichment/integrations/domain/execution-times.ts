/** Execution times of integrations, provided by the module that executes them. */
export abstract class ExecutionTimes {
  /**
   * Returns average milliseconds by code, for results recently delivered to the organization. Integrations that delivered nothing are
   * missing.
   */
  abstract averages(organizationId: string): Promise<ReadonlyMap<string, number>>;
}
