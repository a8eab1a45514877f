import {
  isUnknown,
  readPath,
  readValue,
  unknown,
  type Environment,
  type FieldDeclaration,
  type Outcome,
  type RawReader,
} from '@tamis/lang';
import { localDate, money, parseNumeric, type Numeric } from '@tamis/stdx';
import { yearsBetween } from '../semantics/years-between.js';

type Steps = readonly string[];

/** Derivation of a field below its owner, whose path is needed for causes. */
export type DeriveField = (owner: Steps) => Omit<NonNullable<FieldDeclaration['derived']>, 'owner'>;

const pathText = (owner: Steps, path: Steps): string => [...owner, ...path].join('.');
const missing = (owner: Steps, path: Steps): Outcome => unknown({ cause: 'missing', path: pathText(owner, path) });
const typeMismatch = (owner: Steps, path: Steps, detail: string): Outcome =>
  unknown({ cause: 'type', path: pathText(owner, path), detail });

/** Reads a stored decimal: a text, so that no digit is lost, or a JSON number. */
function readDecimal(raw: unknown): Numeric | null {
  if (typeof raw === 'string') return parseNumeric(raw);
  return typeof raw === 'number' && Number.isFinite(raw) ? raw + 0 : null;
}

/** An amount and its currency, which are stored separately. */
export const moneyFrom =
  (amount: Steps, currency: Steps): DeriveField =>
  (owner) => ({
    reads: [amount, currency],
    ofData: true,
    value: (read) => {
      const [rawAmount, rawCurrency] = [read(amount), read(currency)];
      if (rawAmount === undefined || rawAmount === null) return missing(owner, amount);
      if (rawCurrency === undefined || rawCurrency === null) return missing(owner, currency);
      const decimal = readDecimal(rawAmount);
      if (decimal === null) return typeMismatch(owner, amount, 'number');
      return typeof rawCurrency === 'string'
        ? money(decimal, rawCurrency.toUpperCase())
        : typeMismatch(owner, currency, 'currency');
    },
  });

/** A number that may be stored as text. */
export const decimalFrom =
  (path: Steps): DeriveField =>
  (owner) => ({
    reads: [path],
    ofData: true,
    value: (read) => {
      const raw = read(path);
      return raw === undefined || raw === null
        ? missing(owner, path)
        : (readDecimal(raw) ?? typeMismatch(owner, path, 'number'));
    },
  });

const typePath = ['type'];
const pepPath = ['entityData', 'person', 'isPep'];
const birthPath = ['entityData', 'person', 'dateOfBirth'];

const isPerson = (read: RawReader): boolean => read(typePath) === 'person';

/** The flag of a person. False for every other type of entity. */
export const isPep: DeriveField = (owner) => ({
  reads: [typePath, pepPath],
  ofData: true,
  value: (read) => {
    const type = read(typePath);
    if (type === undefined || type === null) return missing(owner, typePath);
    return isPerson(read) ? readValue(read(pepPath), { kind: 'bool' }, pathText(owner, pepPath), 'UTC') : false;
  },
});

/** Age in whole years at the logical time. Missing for other types of entity. */
export const ageYears: DeriveField = (owner) => ({
  reads: [typePath, birthPath],
  value: (read, { now, timezone }) => {
    if (!isPerson(read)) return missing(owner, birthPath);
    const born = readValue(read(birthPath), { kind: 'date' }, pathText(owner, birthPath), timezone);
    if (isUnknown(born)) return born;
    return (
      yearsBetween(born as string, localDate(now, timezone)) ??
      unknown({ cause: 'out_of_domain', path: pathText(owner, birthPath) })
    );
  },
});

const registrationPath = ['registrationDate'];
const createdPath = ['createdAt'];

const instantAt = (read: RawReader, owner: Steps, path: Steps, environment: Environment): Outcome =>
  readValue(read(path), { kind: 'datetime' }, pathText(owner, path), environment.timezone);

/** Time since registration, or otherwise since the entity was created here. */
export const accountAge: DeriveField = (owner) => ({
  reads: [registrationPath, createdPath],
  value: (read, environment) => {
    const registered = instantAt(read, owner, registrationPath, environment);
    const since =
      isUnknown(registered) && !registered.failed ? instantAt(read, owner, createdPath, environment) : registered;
    return isUnknown(since) ? since : environment.now - (since as number);
  },
});

const idPath = ['id'];

/** Number of standing hits of all screenings. It is unknown for an entity that was never screened. */
export const sanctionHits: DeriveField = (owner) => ({
  reads: [idPath],
  asks: true,
  value: (read, environment) => {
    const entityId = read(idPath);
    if (typeof entityId !== 'string') return missing(owner, idPath);
    const screening = environment.read({ kind: 'screening', entityId });
    if (isUnknown(screening)) return screening;
    return readValue(readPath(screening, ['hits']), { kind: 'number' }, pathText(owner, ['sanctionHits']), 'UTC');
  },
});

const latitudePath = ['locationDetails', 'latitude'];
const longitudePath = ['locationDetails', 'longitude'];
const devicePath = ['deviceDetails', 'location'];

/** Location of the transaction: as sent with it, or otherwise that of the device. */
export const location: DeriveField = (owner) => ({
  reads: [latitudePath, longitudePath, devicePath],
  ofData: true,
  value: (read) => {
    const [lat, lng] = [read(latitudePath) ?? null, read(longitudePath) ?? null];
    if (lat !== null && lng !== null)
      return readValue({ lat, lng }, { kind: 'geo' }, pathText(owner, ['locationDetails']), 'UTC');
    return readValue(read(devicePath), { kind: 'geo' }, pathText(owner, devicePath), 'UTC');
  },
});
