/** Integrations that are asked together, under a name of the organization's. */
export interface EnrichmentGroup {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** In the order in which they are asked. */
  readonly integrationCodes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
