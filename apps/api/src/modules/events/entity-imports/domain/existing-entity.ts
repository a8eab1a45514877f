/** Signals that the organization already has the entity of a row, so the row is skipped. */
export class ExistingEntity extends Error {
  constructor() {
    super('the organization has an entity of the type with the tax id');
  }
}
