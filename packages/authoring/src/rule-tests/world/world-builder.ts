import {
  referenceFunctions,
  type Catalogue,
  type CheckedTest,
  type Environment,
  type GivenListStep,
  type GivenRateStep,
  type GivenStep,
  type ListItem,
  type RateQuote,
  type VaryCase,
} from '@tamis/lang';
import { evaluationEnvironment } from '@tamis/library';
import { divideNumeric, numericText, parseInstant, parseNumeric, startOfDate, type Numeric } from '@tamis/stdx';
import { fixtureValue } from './fixture-value.js';
import { copyOf, isJsonObject, type JsonObject } from './json-object.js';
import { applyEntries, applyValue, rawValue, type FixtureContext, type WorldObject } from './apply-entries.js';
import { entityPath, subjectEntityPaths } from './stored-paths.js';
import { testOrganization } from './test-world.js';

/** Returns a value of a list item as text. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null && 'toFixed' in value ? numericText(value as Numeric) : '';
};

const idOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

/** The data lists as a test names them: id and type by alias. */
export type ListAliases = ReadonlyMap<string, { readonly id: string; readonly type: string }>;

/** Collects the world that the steps of a test have built so far. */
export class WorldBuilder {
  readonly entities = new Map<string, JsonObject>();
  readonly instrument: JsonObject = {};
  readonly listItems = new Map<string, ListItem[]>();
  readonly functions = new Map<string, JsonObject>();
  readonly quotes: RateQuote[] = [];
  readonly environment: Environment;
  readonly placing: FixtureContext;
  private ids = 0;

  constructor(
    readonly test: CheckedTest,
    readonly catalogue: Catalogue,
    readonly now: number,
    private readonly lists: ListAliases,
  ) {
    this.environment = evaluationEnvironment({ now, ...testOrganization });
    this.placing = {
      test,
      environment: this.environment,
      entityId: (name) => this.entity(name)['id'] as string,
    };
    if (test.target === 'transaction') {
      this.createEntity('origin', 'Origin', 'person');
      this.createEntity('destination', 'Destination', 'person');
    } else this.createEntity('entity', 'Entity', test.target === 'company' ? 'company' : 'person');
  }

  nextId(): string {
    this.ids += 1;
    return idOf(this.ids);
  }

  /** Returns the name under which an entity is stored, because it can have two: in a rule about a person, `entity` is the person. */
  private canonical(name: string): string {
    return name === 'person' || name === 'company' ? 'entity' : name;
  }

  private createEntity(name: string, title: string, type: string): JsonObject {
    const made: JsonObject = { id: this.nextId(), type, name: title };
    this.entities.set(name, made);
    return made;
  }

  /** Returns an entity of the world; a new name creates a new entity. */
  entity(name: string): JsonObject {
    const known = this.entities.get(this.canonical(name));
    return known ?? this.createEntity(this.canonical(name), name, 'person');
  }

  /** Returns the object that a name or the first step of a path refers to, and how its fields are stored. */
  object(name: string): WorldObject {
    if (name === 'instrument') {
      this.instrument['id'] ??= this.nextId();
      return { json: this.instrument, storedAt: (steps) => [steps] };
    }
    const json = this.entity(name);
    const { target } = this.test;
    if (name === target && (target === 'person' || target === 'company'))
      return { json, storedAt: (steps) => subjectEntityPaths(steps, target, this.catalogue.schema) };
    return { json, storedAt: (steps) => [entityPath(steps)] };
  }

  applyGiven({ name, value }: GivenStep): void {
    if (name.text === 'accounts' && value.kind === 'objectList') {
      const owner = this.entity(this.test.target === 'transaction' ? 'origin' : 'entity');
      owner['accounts'] = rawValue(value, this.placing);
    }
    const isSource = this.catalogue.schema.sources.some((source) => source.name === name.text);
    if (value.kind !== 'object' || isSource) return;
    if (!referenceFunctions.has(name.text)) {
      applyEntries(value, this.object(name.text), this.placing);
      return;
    }
    const given = rawValue(value, this.placing);
    const known = this.functions.get(name.text) ?? {};
    this.functions.set(name.text, isJsonObject(given) ? { ...known, ...given } : known);
  }

  applyGivenList({ list, items }: GivenListStep): void {
    const alias = this.lists.get(list.text);
    if (!alias) return;
    const raw = rawValue(items, this.placing);
    const known = this.listItems.get(alias.id) ?? [];
    for (const item of Array.isArray(raw) ? (raw as unknown[]) : [raw]) known.push(this.listItem(item));
    this.listItems.set(alias.id, known);
  }

  private listItem(raw: unknown): ListItem {
    const id = this.nextId();
    if (!isJsonObject(raw)) return { id, primaryValue: textOf(raw) };
    return { id, ...raw, primaryValue: textOf(raw['primaryValue']) };
  }

  applyGivenRate({ from, to }: GivenRateStep): void {
    const [one, many] = [parseNumeric(from.amount), parseNumeric(to.amount)];
    const rate = one === null || many === null ? null : divideNumeric(many, one);
    // A later rate of the same pair replaces an earlier one, in either direction.
    const others = this.quotes.filter(
      ({ base, quote }) =>
        !(base === from.currency && quote === to.currency) && !(base === to.currency && quote === from.currency),
    );
    if (rate !== null) others.push({ base: from.currency, quote: to.currency, at: 0, rate: numericText(rate) });
    this.quotes.splice(0, this.quotes.length, ...others);
  }

  /** Sets the path of a `vary` on the object that its first step refers to; `subject` is the object of the `when` step. */
  applyVariation(path: readonly string[], { value }: VaryCase, subject: WorldObject): void {
    const [head = '', ...steps] = path;
    const isSubject = head === this.test.target || (head === 'event' && this.test.target === 'userEvent');
    // The data that a transaction contains about its parties are part of the transaction.
    const isCarried = head === 'originAccount' || head === 'destinationAccount';
    const thing = isSubject || isCarried ? subject : this.object(head);
    const found = fixtureValue(value, this.test, this.environment);
    if (steps.length > 0) applyValue(found, isCarried ? path : steps, this.test.varied, thing, this.placing);
    else if (found.kind === 'missing') this.entities.delete(head);
  }

  /** Returns the entity as records and the subject contain it. */
  embeddedEntity(name: string): JsonObject {
    return copyOf(name === 'instrument' ? this.object(name).json : this.entity(name));
  }
}

/** Returns the time of a `given now` in milliseconds. A date without a time means its start. */
export function instantOfStep({ value }: GivenStep): number | null {
  if (value.kind === 'datetimeLiteral') return parseInstant(value.text);
  return value.kind === 'dateLiteral' ? startOfDate(value.text, testOrganization.timezone) : null;
}
