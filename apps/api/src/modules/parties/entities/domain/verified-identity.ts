import { taxIdKey } from './normalize-tax-id.js';

interface PersonData {
  readonly firstName?: unknown;
  readonly lastName?: unknown;
  readonly dateOfBirth?: unknown;
  readonly idNumber?: unknown;
}

/** What of an entity says who it is, and what a validation found. */
export interface IdentifiedEntity {
  readonly name: string;
  readonly taxId: string | null;
  /** JSON texts. */
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

/** Who a person is said to be, each part in a form that can be compared; an empty text: nothing is said. */
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

/** What the document of a validation said of the same. */
function shownIn({ kycData }: IdentifiedEntity): Partial<Identity> {
  if (kycData === null) return {};
  const { extractedData } = JSON.parse(kycData) as {
    readonly extractedData?: { readonly [Name in keyof Identity]?: unknown } | null;
  };
  const { dateOfBirth, documentNumber } = extractedData ?? {};
  return { dateOfBirth: text(dateOfBirth), documentNumber: numberKey(documentNumber) };
}

/**
 * Whether a verified person became another one: a part that was compared is another or gone, or one that is new is not what the
 * document said.
 */
export function isAnotherPerson(before: IdentifiedEntity, after: IdentifiedEntity): boolean {
  const [known, told, shown] = [identityOf(before), identityOf(after), shownIn(before)];
  return (Object.keys(known) as (keyof Identity)[]).some((part) => {
    const [previous, current, printed] = [known[part], told[part], shown[part] ?? ''];
    if (current === previous || (printed !== '' && current === printed)) return false;
    return previous !== '' || printed !== '';
  });
}
