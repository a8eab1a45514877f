/** Members who share work: alerts and cases may be assigned to them together. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly memberCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A team as its members name it. */
export type TeamName = Pick<Team, 'id' | 'name'>;
