export const partyTypes = ['person', 'company'] as const;
export const linkKinds = ['relationship', 'payments', 'device', 'account', 'phone'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** The state of the list, as it stands in the address. */
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

/** What is unfolded in a picture of a graph, as it stands in the address. */
export interface GraphSearch {
  /** Parties whose neighbours are shown besides. */
  readonly open?: readonly string[];
  /** Parties of which more neighbours are shown than usual. */
  readonly wide?: readonly string[];
  /** Absent: all kinds. */
  readonly kinds?: readonly LinkKind[];
  /** A day since which payments are added up. */
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

/** Anything in, only what is known out: links older than a version still open. */
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

/** With or without one of them: of a list that would be too long the first goes. */
export const toggled = (ids: readonly string[] | undefined, id: string): readonly string[] =>
  ids?.includes(id) === true ? ids.filter((each) => each !== id) : [...(ids ?? []), id].slice(-mostOpen);
