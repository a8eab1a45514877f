/** The database was made before the first release, whose migrations became one: nothing leads from it to the schema of today. */
export class EarlierDatabaseError extends Error {
  constructor(firstMigration: string) {
    super(
      `DATABASE_URL: the database was made before the first release (its first migration is ${firstMigration}): ` +
        'make an empty database and name it, or start with an empty data folder',
    );
    this.name = 'EarlierDatabaseError';
  }
}
