export interface AskedDocument {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
}

export interface SentFile {
  readonly id: string;
  readonly documentId: string;
  readonly name: string;
  readonly bytes: number;
}

/** State of a document request as reported by the server. */
export interface DocumentsState {
  readonly status: string;
  readonly language: string | null;
  readonly organizationLanguage: string | null;
  readonly organizationName: string;
  readonly message: string | null;
  readonly documents: readonly AskedDocument[];
  readonly files: readonly SentFile[];
  readonly expiresAt: string;
}

const mostBytes = 10_485_760;

const typesByEnding: Readonly<Record<string, string>> = {
  ...{ pdf: 'application/pdf', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' },
};

export const acceptedTypes: readonly string[] = [...new Set(Object.values(typesByEnding))];

/** The type under which a file is sent, or why it is not sent. The server checks the actual bytes. */
export type ChosenFile = { readonly type: string } | { readonly problem: 'tooLarge' | 'wrongKind' };

export function readChosen({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): ChosenFile {
  // A browser that does not know the type of a file leaves it empty.
  const known = type === '' ? typesByEnding[name.split('.').at(-1)!.toLowerCase()] : type;
  if (known === undefined || !acceptedTypes.includes(known)) return { problem: 'wrongKind' };
  return size > mostBytes ? { problem: 'tooLarge' } : { type: known };
}

/** Returns a readable size: `1.5 MB`. */
export function sizeText(bytes: number, language: string): string {
  const [amount, unit] = bytes < 1_000_000 ? [Math.max(1, bytes / 1_000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const format = { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 } as const;
  return new Intl.NumberFormat(language, format).format(amount);
}

/** Returns the required documents that are still missing, or `none` if nothing is required and nothing was sent. */
export function missingOf({ documents, files }: DocumentsState): readonly AskedDocument[] | 'none' {
  const sent = new Set(files.map(({ documentId }) => documentId));
  const missing = documents.filter(({ id, required }) => required && !sent.has(id));
  return missing.length === 0 && files.length === 0 ? 'none' : missing;
}
