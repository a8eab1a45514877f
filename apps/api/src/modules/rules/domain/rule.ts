import type { ListBinding, RuleJson } from '@tamis/lang';

import type { RuleStatus } from './rule-status.js';

export const ruleOrigins = ['user', 'agent', 'import_json', 'template', 'bundle', 'api'] as const;

export interface CreationProvenance {
  readonly origin: (typeof ruleOrigins)[number];
  readonly agentChatIds?: readonly string[];
}

/** What a rule has besides its text. */
export interface RuleDetails {
  readonly externalId: string | null;
  readonly owner: string | null;
  readonly reference: string | null;
  readonly tags: readonly string[];
  /** JSON text of an object, verbatim. */
  readonly meta: string | null;
}

/** One version of a rule's text, in both forms, with what the checker learned of it. */
export interface RuleText {
  readonly source: string;
  readonly form: RuleJson;
  /** Lists the text names, by the reference used there, as they were resolved when it was saved. */
  readonly lists: Readonly<Record<string, ListBinding>>;
  /** SHA-256 of what can change an answer; texts for people are not part of it. */
  readonly contentHash: string;
  /** Errors of meaning: such a rule may be stored and not published. */
  readonly errors: number;
  /** Null while there are errors. */
  readonly cost: number | null;
  /** JSON paths that can make the rule unknown. */
  readonly unknownable: readonly string[];
}

export interface Rule extends RuleDetails {
  readonly organizationId: string;
  readonly id: string;
  readonly status: RuleStatus;
  readonly enabled: boolean;
  readonly version: number;
  readonly versionId: string;
  readonly previousVersionId: string | null;
  readonly activeVersion: number | null;
  readonly shadowVersion: number | null;
  readonly text: RuleText;
  readonly reason: string | null;
  readonly provenance: CreationProvenance;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedBy: string | null;
  readonly updatedAt: Date;
}
