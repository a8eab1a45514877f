export const partyTypes = ['person', 'company'] as const;
export const linkKinds = ['relationship', 'payments', 'device', 'account', 'phone'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** State of the list in the URL. */
export interface PartiesSearch {
  readonly q?: string;
  readonly type?: (typeof partyTypes)[number];
}

const mostLetters = 100;

export function readPartiesSearch(given: Readonly<Record<string, unknown>>): PartiesSearch {
  const { q } = given;
  const type = partyTypes.find((each) => each === given['type']);
  const isText = (typeof q === 'string' || typeof q === 'number') && q !== '';
  return { ...(isText && { q: String(q).slice(0, mostLetters) }), ...(type && { type }) };
}

/** State of a graph picture in the URL. */
export interface GraphSearch {
  /** Parties whose neighbours are shown in addition. */
  readonly open?: readonly string[];
  /** Parties for which more neighbours than usual are shown. */
  readonly wide?: readonly string[];
  /** Absent for all kinds. */
  readonly kinds?: readonly LinkKind[];
  /** Day from which transactions are summed up. */
  readonly from?: string;
}

const mostOpen = 20;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const idsOf = (given: unknown): readonly string[] =>
  Array.isArray(given)
    ? [...new Set(given.filter((each): each is string => typeof each === 'string' && uuid.test(each)))].slice(
        0,
        mostOpen,
      )
    : [];

/** Accepts any input and returns only known parameters, so that links from older versions still work. */
export function readGraphSearch(given: Readonly<Record<string, unknown>>): GraphSearch {
  const [open, wide, from] = [idsOf(given['open']), idsOf(given['wide']), given['from']];
  const asked = given['kinds'];
  const kinds = linkKinds.filter((kind) => Array.isArray(asked) && asked.includes(kind));
  return {
    ...(open.length > 0 && { open }),
    ...(wide.length > 0 && { wide }),
    ...(kinds.length > 0 && kinds.length < linkKinds.length && { kinds }),
    ...(typeof from === 'string' && day.test(from) && { from }),
  };
}

/** Adds or removes an id. If the list would become too long, the oldest id is dropped. */
export const toggled = (ids: readonly string[] | undefined, id: string): readonly string[] =>
  ids?.includes(id) === true ? ids.filter((each) => each !== id) : [...(ids ?? []), id].slice(-mostOpen);
