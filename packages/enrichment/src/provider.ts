import type { Result } from '@tamis/stdx';

import type { ItemProblem } from './item-problem.js';
import type { NormalizedPart, NormalizedPath, Reliability } from './normalized/normalized.js';

export type EntityType = 'person' | 'company';

/**
 * A source of data about persons or companies: a pure declaration and two functions. The marketplace item, the price, the input check, the
 * sandbox mock, the subject check, the reference page and the contract test are derived from it. It has no access to clocks, sockets,
 * tenants or money, and makes all requests through a `ProviderWorld`.
 */
export interface Provider<Raw = unknown> {
  /** `<country or global>_<source>_<kind>`, as in `br_receita_cnpj`. `sanctions_screening`, which rules refer to, predates this form. */
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** Address of the source's own documentation. */
  readonly documentation: string;
  readonly type: 'enrichment' | 'check' | 'service' | 'list' | 'kyc';
  readonly status: 'available' | 'beta' | 'deprecated';
  readonly capabilities: readonly Capability[];
  /** ISO 3166-1 alpha-2 in upper case, or `GLOBAL`. */
  readonly countries: readonly string[];
  readonly entityTypes: readonly EntityType[];
  /** List price of one delivered result, in US cents. An organization's own price is in the database. */
  readonly priceCents: number;
  /** `oneOf`: groups of fields, at least one of which must be known completely. */
  readonly input: {
    readonly oneOf: readonly (readonly InputField[])[];
    readonly parameters: readonly ParameterDeclaration[];
  };
  /** Formats of tax ids, by country, for countries whose numbers packages/screening does not know. */
  readonly taxIdForms?: Readonly<Record<string, RegExp>>;
  /** What an organization configures: keys, tokens, its own addresses. */
  readonly settings: readonly SettingDeclaration[];
  /** Paths of the normalized row that the provider may fill; each occurs in a recording. */
  readonly provides: readonly NormalizedPath[];
  /** Fields of its results that the normalized row does not have; each occurs in a recording. */
  readonly ownMembers?: readonly string[];
  readonly reliability: Reliability;
  /** From 0 to 1; decides which source wins if several supply a field. */
  readonly confidence: number;
  readonly supportsMonitoring: boolean;
  readonly supportsWithoutEntity: boolean;
  /**
   * Set if the provider calls no external source, so that a sandbox queries the server as production does instead of replaying a recording.
   */
  readonly runsInSandbox?: true;
  /** `hosts`: host names the provider may call; `{setting}` stands for the host of an address in the settings. */
  readonly reach: { readonly hosts: readonly string[]; readonly datasets: readonly string[] };
  readonly calls: {
    readonly timeoutMs: number;
    readonly attempts: number;
    /** Limit across all processes. */
    readonly perMinute: number;
    /** Limit per process. */
    readonly atOnce: number;
    /**
     * After a crash: `safe` sends the request again, `keyed` sends it again with the same `requestKey`, and `unsafe` ends as
     * `OUTCOME_UNKNOWN`.
     */
    readonly repeat: 'safe' | 'keyed' | 'unsafe';
    /** Maximum response size the provider may read: 1 MiB by default, at most 4 MiB. */
    readonly maxResponseBytes?: number;
  };
  /** Number of days a response may be reused without calling the source again; 0 for never. At most 30. */
  readonly cacheDays: number;
  /** JSON pointers to the fields of the response that identify its subject. */
  readonly subjectAt: { readonly taxId?: string; readonly name?: string };
  /** Increased when the same response would be interpreted differently; it is part of the cache key. */
  readonly version: number;
  run(asked: Asked, world: ProviderWorld): Promise<Result<Raw, ItemProblem>>;
  normalize(raw: Raw, asked: Asked): Result<NormalizedPart, ItemProblem>;
  /** Written by hand from the documentation, about invented subjects. The first `success` is the sandbox's mock. */
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

/** The subject of a request: what is stored about an entity, or what was sent without one. */
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
  /** Must point to a host in `reach`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProviderWorld {
  /** ISO 8601, in UTC. */
  readonly now: string;
  /** Stays the same across all attempts of one execution. */
  readonly requestKey: string;
  /**
   * Sends a request to a host in `reach`. Timeouts, refused connections, 429 and 5xx are returned as problems; every other status is a
   * response.
   */
  ask(request: ProviderRequest): Promise<Result<ProviderResponse, ItemProblem>>;
  /** Queries DNS. The value is `null` if the name exists but has no such records. */
  resolve(name: string, type: 'MX' | 'A'): Promise<Result<readonly string[] | null, ItemProblem>>;
  /** Returns the rows of a register that the server has loaded, by company number; fails with `DATASET_NOT_LOADED` if it is not loaded. */
  lookUp(dataset: string, key: string): Promise<Result<readonly unknown[], ItemProblem>>;
  /** Screens the subject against the loaded sanctions lists; fails with `DATASET_NOT_LOADED` if one of them is not loaded. */
  screen(): Promise<Result<unknown, ItemProblem>>;
  /** Returns what the organization configured, or `null` if it configured nothing. Never logged. */
  setting(name: string): string | null;
}

/** One result that a world returned: a response, rows of a register, DNS records, a screening, or a problem of the world itself. */
export type RecordedResponse =
  | ProviderResponse
  | { readonly rows: readonly unknown[] }
  | { readonly records: readonly string[] | null }
  | { readonly screening: unknown }
  | { readonly problem: ItemProblem };

export interface Recording {
  /** Name of the recorded case: `success`, `not-found`, … */
  readonly name: string;
  /** The day to which the recording's dates are relative: a mock shifts them by the days elapsed since. Without it they are not shifted. */
  readonly recordedOn?: string;
  readonly asked: Omit<Asked, 'parameters'> & { readonly parameters?: Readonly<Record<string, unknown>> };
  /** The source's response to the first request; `null` if no request is made. */
  readonly response: RecordedResponse | null;
  /** The responses to the following requests. */
  readonly following?: readonly RecordedResponse[];
  /** `ok`, or the code of the problem. */
  readonly outcome: 'ok' | ItemProblem['code'];
}
