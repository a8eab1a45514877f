/** Integrations that are called together, under a name chosen by the organization. */
export interface EnrichmentGroup {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** In the order in which they are called. */
  readonly integrationCodes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
