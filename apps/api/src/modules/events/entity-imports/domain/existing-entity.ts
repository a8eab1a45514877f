/** Signals that the organization already has the entity of a row, so the row is skipped. */
export class ExistingEntity extends Error {
  constructor() {
    super('the organization already has an entity of this type with this tax id');
  }
}
