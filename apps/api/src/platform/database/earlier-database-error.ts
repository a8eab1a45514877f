/**
 * Thrown if the database was created before the first release. Its migrations were merged into one, so it cannot be upgraded to the current
 * schema.
 */
export class EarlierDatabaseError extends Error {
  constructor(firstMigration: string) {
    super(
      `DATABASE_URL: the database was created before the first release (its first migration is ${firstMigration}): ` +
        'create an empty database, or start with an empty data folder',
    );
    this.name = 'EarlierDatabaseError';
  }
}
