/** The organization has the entity of a row: the row is passed over. */
export class ExistingEntity extends Error {
  constructor() {
    super('the organization has an entity of the type with the tax id');
  }
}
