/** Provides the status of the newest execution of each automation. Implemented by `executions`, which depends on definitions. */
export abstract class ExecutionStatusPort {
  /** Returns statuses by automation id. Automations that never started are not included. */
  abstract newest(organizationId: string, automationIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
