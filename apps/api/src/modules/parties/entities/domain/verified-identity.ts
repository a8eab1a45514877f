import { taxIdKey } from './normalize-tax-id.js';

interface PersonData {
  readonly firstName?: unknown;
  readonly lastName?: unknown;
  readonly dateOfBirth?: unknown;
  readonly idNumber?: unknown;
}

/** The parts of an entity that identify it, and the result of a validation. */
export interface IdentifiedEntity {
  readonly name: string;
  readonly taxId: string | null;
  /** JSON text, here and for the next two fields. */
  readonly entityData: string;
  readonly kycData: string | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Spellings that differ in case, accents and punctuation are the same name. */
const nameKey = (value: unknown): string =>
  text(value)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const numberKey = (value: unknown): string => nameKey(value).replaceAll(' ', '');

const personOf = ({ entityData }: IdentifiedEntity): PersonData =>
  (JSON.parse(entityData) as { readonly person?: PersonData | null }).person ?? {};

/** The identity of a person, each part in comparable form; an empty text if it is not given. */
function identityOf(entity: IdentifiedEntity) {
  const { firstName, lastName, dateOfBirth, idNumber } = personOf(entity);
  return {
    name: nameKey(entity.name),
    firstName: nameKey(firstName),
    lastName: nameKey(lastName),
    dateOfBirth: text(dateOfBirth),
    documentNumber: numberKey(idNumber),
    taxId: taxIdKey(entity.taxId) ?? '',
  };
}

type Identity = ReturnType<typeof identityOf>;

/** The same parts as shown on the document of a validation. */
function shownIn({ kycData }: IdentifiedEntity): Partial<Identity> {
  if (kycData === null) return {};
  const { extractedData } = JSON.parse(kycData) as {
    readonly extractedData?: { readonly [Name in keyof Identity]?: unknown } | null;
  };
  const { dateOfBirth, documentNumber } = extractedData ?? {};
  return { dateOfBirth: text(dateOfBirth), documentNumber: numberKey(documentNumber) };
}

/** Whether a verified person has become another one: a compared part was changed or removed, or a new one differs from the document. */
export function isAnotherPerson(before: IdentifiedEntity, after: IdentifiedEntity): boolean {
  const [known, told, shown] = [identityOf(before), identityOf(after), shownIn(before)];
  return (Object.keys(known) as (keyof Identity)[]).some((part) => {
    const [previous, current, printed] = [known[part], told[part], shown[part] ?? ''];
    if (current === previous || (printed !== '' && current === printed)) return false;
    return previous !== '' || printed !== '';
  });
}
