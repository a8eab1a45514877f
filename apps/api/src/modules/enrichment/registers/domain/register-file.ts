import { isObject } from '@tamis/stdx';

/** One line of a register file. */
export type RegisterLine =
  | { readonly kind: 'fact'; readonly key: string }
  /** The last line, in which a file states how many entries it has. */
  | { readonly kind: 'end'; readonly generatedAt: string; readonly facts: number }
  | { readonly kind: 'unreadable' };

/** How a register file is read, and how small it may be. */
export interface RegisterFormat {
  readonly register: string;
  readonly description: string;
  readonly minFacts: number;
  read(line: string): RegisterLine;
}

const unreadable: RegisterLine = { kind: 'unreadable' };
const companyNumber = /^[A-Z0-9]{8}$/;
const totalsKind = 'totals#persons-of-significant-control-snapshot';

/** Persons with significant control from Companies House: one JSON object per line, with the totals last. */
const gbPsc: RegisterFormat = {
  register: 'gb_psc',
  description:
    'persons with significant control, Companies House (one JSON object per line; unzip it first, .gz is supported)',
  // The real file has about 15 million entries. A partial file loaded for testing has to be accepted manually.
  minFacts: 1_000_000,
  read(line) {
    const value = parsed(line);
    if (!isObject(value) || !isObject(value['data'])) return unreadable;
    const { company_number: key, data } = value;
    if (data['kind'] === totalsKind) return totalsOf(data);
    return typeof key === 'string' && companyNumber.test(key) ? { kind: 'fact', key } : unreadable;
  },
};

function totalsOf(data: Readonly<Record<string, unknown>>): RegisterLine {
  const generatedAt = data['generated_at'];
  const counts = ['persons_of_significant_control_count', 'statements_count', 'exemptions_count'].map(
    (name) => data[name] ?? 0,
  );
  if (typeof generatedAt !== 'string' || Number.isNaN(Date.parse(generatedAt))) return unreadable;
  if (!counts.every((count) => typeof count === 'number')) return unreadable;
  return { kind: 'end', generatedAt, facts: counts.reduce((sum, count) => sum + count, 0) };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export const registerFormats: readonly RegisterFormat[] = [gbPsc];
