import type { Result } from '@tamis/stdx';

import type { ItemProblem } from './item-problem.js';
import type { NormalizedPart, NormalizedPath, Reliability } from './normalized/normalized.js';

export type EntityType = 'person' | 'company';

/**
 * A source of data about persons or companies: a pure declaration and two functions. The marketplace item, the price, the check of
 * the input, the mock of the sandbox, the check of the subject, the reference page and the contract test are derived from it. It
 * knows no clock, no sockets, no tenants and no money: it asks a `ProviderWorld`.
 */
export interface Provider<Raw = unknown> {
  /** `<country or global>_<source>_<kind>`, as in `br_receita_cnpj`; `sanctions_screening`, which rules name, is older. */
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** Where the source documents itself. */
  readonly documentation: string;
  readonly type: 'enrichment' | 'check' | 'service' | 'list' | 'kyc';
  readonly status: 'available' | 'beta' | 'deprecated';
  readonly capabilities: readonly Capability[];
  /** ISO 3166-1 alpha-2 in upper case, or `GLOBAL`. */
  readonly countries: readonly string[];
  readonly entityTypes: readonly EntityType[];
  /** List price of one delivered result, in US cents. An organization's own price is in the database. */
  readonly priceCents: number;
  /** `oneOf`: one of these groups must be known whole. */
  readonly input: {
    readonly oneOf: readonly (readonly InputField[])[];
    readonly parameters: readonly ParameterDeclaration[];
  };
  /** Forms of tax ids, by country, where packages/screening knows no numbers of the country. */
  readonly taxIdForms?: Readonly<Record<string, RegExp>>;
  /** What an organization configures: keys, tokens, own addresses. */
  readonly settings: readonly SettingDeclaration[];
  /** The paths of the normalized row it may fill; each occurs in a recording. */
  readonly provides: readonly NormalizedPath[];
  /** Members of its results that the normalized row does not have; each occurs in a recording. */
  readonly ownMembers?: readonly string[];
  readonly reliability: Reliability;
  /** From 0 to 1: which source wins where several tell a field. */
  readonly confidence: number;
  readonly supportsMonitoring: boolean;
  readonly supportsWithoutEntity: boolean;
  /** It asks nobody outside, so that a sandbox asks the server as production does, and no recording. */
  readonly runsInSandbox?: true;
  /** `hosts`: names it may ask; `{setting}` stands for the host of an address among the settings. */
  readonly reach: { readonly hosts: readonly string[]; readonly datasets: readonly string[] };
  readonly calls: {
    readonly timeoutMs: number;
    readonly attempts: number;
    /** Of all processes together. */
    readonly perMinute: number;
    /** Of one process. */
    readonly atOnce: number;
    /** After a crash: `safe` asks again, `keyed` asks again with the same `requestKey`, `unsafe` ends as `OUTCOME_UNKNOWN`. */
    readonly repeat: 'safe' | 'keyed' | 'unsafe';
    /** The largest response it may read; 1 MiB unless it says more, at most 4 MiB. */
    readonly maxResponseBytes?: number;
  };
  /** How long a response may be given again without asking; 0: never. At most 30. */
  readonly cacheDays: number;
  /** JSON pointers to where the response says whom it is about. */
  readonly subjectAt: { readonly taxId?: string; readonly name?: string };
  /** Raised when the same response would be read otherwise: it is part of the cache's key. */
  readonly version: number;
  run(asked: Asked, world: ProviderWorld): Promise<Result<Raw, ItemProblem>>;
  normalize(raw: Raw, asked: Asked): Result<NormalizedPart, ItemProblem>;
  /** Written by hand after the documentation, of invented subjects. The first `success` is the sandbox's mock. */
  readonly recordings: readonly Recording[];
}

export type Capability =
  | 'basic_data'
  | 'relationships'
  | 'screening'
  | 'verification'
  | 'contact'
  | 'document'
  | 'biometric';

export type InputField = 'taxId' | 'name' | 'email' | 'phone';

export interface ParameterDeclaration {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly required: boolean;
  readonly default?: string | number | boolean;
  readonly description: string;
}

export interface SettingDeclaration {
  readonly name: string;
  readonly description: string;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
}

/** Whom it is about: what is stored of an entity, or what was sent without one. */
export interface Asked {
  readonly type: EntityType;
  /** ISO 3166-1 alpha-2 in upper case. */
  readonly country: string;
  /** Normalized for its country. */
  readonly taxId: string | null;
  readonly name: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Checked against the declaration, with defaults filled in. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  /** Of a host in `reach`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProviderWorld {
  /** ISO 8601, in UTC. */
  readonly now: string;
  /** The same over all attempts of one execution. */
  readonly requestKey: string;
  /** Asks a host of `reach`. Timeouts, refused connections, 429 and 5xx are problems already; every other status is a response. */
  ask(request: ProviderRequest): Promise<Result<ProviderResponse, ItemProblem>>;
  /** Asks the name service; null: the name exists but has no such records. */
  resolve(name: string, type: 'MX' | 'A'): Promise<Result<readonly string[] | null, ItemProblem>>;
  /** The rows of a register that the server has loaded, by company number; `DATASET_NOT_LOADED` where it has none. */
  lookUp(dataset: string, key: string): Promise<Result<readonly unknown[], ItemProblem>>;
  /** What the loaded lists of sanctions say of whom it is asked about; `DATASET_NOT_LOADED` where one is not loaded. */
  screen(): Promise<Result<unknown, ItemProblem>>;
  /** What the organization configured; null: nothing. Never logged. */
  setting(name: string): string | null;
}

/** What a world gave once: a response, rows of a register, records of a name, a screening, or a problem of its own. */
export type RecordedResponse =
  | ProviderResponse
  | { readonly rows: readonly unknown[] }
  | { readonly records: readonly string[] | null }
  | { readonly screening: unknown }
  | { readonly problem: ItemProblem };

export interface Recording {
  /** Which case it is: `success`, `not-found`, … */
  readonly name: string;
  /** The day that the dates in it are seen from: a mock moves them by the days since. Without it they stay. */
  readonly recordedOn?: string;
  readonly asked: Omit<Asked, 'parameters'> & { readonly parameters?: Readonly<Record<string, unknown>> };
  /** What the source gave to the first question; null: nothing is asked. */
  readonly response: RecordedResponse | null;
  /** What it gave to the questions after it. */
  readonly following?: readonly RecordedResponse[];
  /** `ok`, or the code of the problem. */
  readonly outcome: 'ok' | ItemProblem['code'];
}
