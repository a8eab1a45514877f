/** Knows how the newest execution of each automation stands. `executions` provides it: it stands above definitions. */
export abstract class ExecutionStatusPort {
  /** By the id of the automation; those that never began are missing. */
  abstract newest(organizationId: string, automationIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
