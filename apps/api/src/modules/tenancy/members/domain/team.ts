/** Members who share work: alerts and cases may be assigned to the team as a whole. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly memberCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Incremented by each change, except of the members. */
  readonly version: number;
}

/** A team as it appears in members. */
export type TeamName = Pick<Team, 'id' | 'name'>;
