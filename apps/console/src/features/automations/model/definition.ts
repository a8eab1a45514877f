import type { components } from '@tamis/client';
import { keepDigits } from '../../../data/exact-json.js';

/** What an automation does, as a user writes it. */
export type Definition = Pick<
  components['schemas']['AutomationDto'],
  'triggerType' | 'triggerConfig' | 'conditions' | 'actions' | 'steps' | 'graph'
>;

interface NamedTemplate {
  readonly name: 'alert' | 'review' | 'daily' | 'byHand' | 'blank';
  readonly definition: Partial<Definition> & Pick<Definition, 'triggerType'>;
}

/** Templates of new automations. Each can be tried before it is enabled. */
export const templates: readonly NamedTemplate[] = [
  {
    name: 'alert',
    definition: {
      triggerType: 'transaction_created',
      conditions: [{ field: 'amount', operator: 'gte', value: { $money: '10000 USD' } }],
      actions: [
        { type: 'create_alert', config: { name: 'Large payment of {{amount}} {{currency}}', severity: 'HIGH' } },
      ],
    },
  },
  {
    name: 'review',
    definition: {
      triggerType: 'risk_score_changed',
      triggerConfig: { crosses: 70, direction: 'up' },
      actions: [
        { type: 'update_entity_status', config: { status: 'under_review', reason: 'The risk score increased' } },
        { type: 'create_investigation', config: { name: 'The risk score increased', priority: 'HIGH' } },
      ],
    },
  },
  {
    name: 'daily',
    definition: {
      triggerType: 'scheduled',
      triggerConfig: {
        cron: '0 6 * * 1-5',
        timezone: 'UTC',
        entityFilter: [{ field: 'status', operator: 'eq', value: 'under_review' }],
      },
      actions: [{ type: 'run_risk_matrix', config: {} }],
    },
  },
  {
    name: 'byHand',
    definition: {
      triggerType: 'manual_execution',
      actions: [
        { type: 'update_entity_status', config: { status: 'blocked', reason: '{{reason}}' } },
        { type: 'create_alert', config: { name: 'Blocked: {{reason}}', severity: 'HIGH' } },
      ],
    },
  },
  // An automation must have a step.
  { name: 'blank', definition: { triggerType: 'manual_execution', actions: [{ type: 'wait', config: {} }] } },
];

const isFilled = (value: unknown): boolean =>
  value !== null && (typeof value !== 'object' || Object.keys(value).length > 0);

/** Returns the members that have content, as JSON. */
export function definitionText(automation: Definition): string {
  const { triggerType, triggerConfig, conditions, actions, steps, graph } = automation;
  const members = { triggerType, triggerConfig, conditions, actions, steps, graph };
  return JSON.stringify(Object.fromEntries(Object.entries(members).filter(([, value]) => isFilled(value))), null, 2);
}

/** `said` is `null` if a number has more digits than JavaScript can hold. */
export type ReadJson =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly said: string | null };

/** Parses a JSON object that a user typed, or returns the error of the browser. */
export function readObject(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text);
    if (keepDigits(text) !== text) return { ok: false, said: null };
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, value };
    return { ok: false, said: '{ … }' };
  } catch (error) {
    return { ok: false, said: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the request body. Members that were removed from the text are removed from the automation. */
export const sentDefinition = (written: Partial<Definition>): object => ({
  type: written.triggerType === 'scheduled' ? 'scheduled' : 'realtime',
  ...{ triggerConfig: {}, conditions: [], actions: [], steps: [], graph: null },
  ...written,
});

/** A part of an automation, in execution order. */
export interface OutlinedPart {
  readonly id: string;
  readonly conditions: readonly unknown[];
  readonly actions: readonly { readonly type: string; readonly config: object }[];
  /** Whether execution pauses after this part until somebody continues it. */
  readonly waits: boolean;
  /** For a graph: the next parts, by the outcome of the condition. */
  readonly next: readonly { readonly to: string; readonly on: string | null }[];
}

interface GraphJson {
  readonly nodes?: readonly { readonly id: string; readonly type: string; readonly data?: object }[];
  readonly edges?: readonly { readonly source: string; readonly target: string; readonly sourceHandle?: string }[];
}

type Acts = OutlinedPart['actions'];

/** Returns the parts that are executed. As on the server, a graph takes precedence over steps, and steps over actions. */
export function outlineOf({ conditions, actions, steps, graph }: Definition): readonly OutlinedPart[] {
  if (graph) return partsOfGraph(graph);
  if (steps.length > 0)
    return steps.map((step, index) => ({
      id: String(index + 1),
      conditions: (step['conditions'] ?? []) as readonly unknown[],
      actions: (step['actions'] ?? []) as Acts,
      waits: step['waitAfterStep'] === true,
      next: [],
    }));
  return [{ id: '1', conditions, actions: actions as unknown as Acts, waits: false, next: [] }];
}

function partsOfGraph(graph: GraphJson): readonly OutlinedPart[] {
  return (graph.nodes ?? []).map(({ id, type, data = {} }) => {
    const { conditions = [], config = {}, type: action = '' } = data as Partial<Record<string, unknown>>;
    return {
      id,
      conditions: type === 'condition' ? (conditions as readonly unknown[]) : [],
      actions: type === 'action' ? [{ type: String(action), config: config as object }] : [],
      waits: false,
      next: (graph.edges ?? [])
        .filter(({ source }) => source === id)
        .map(({ target, sourceHandle }) => ({
          to: target,
          on: type === 'condition' ? (sourceHandle ?? 'true') : null,
        })),
    };
  });
}

/** Formats a condition as one readable line. */
export function conditionText(condition: unknown): string {
  const { field, operator, value } = condition as { field?: unknown; operator?: unknown; value?: unknown };
  if (typeof field !== 'string' || typeof operator !== 'string') return JSON.stringify(condition);
  const money = (value as { $money?: unknown } | null | undefined)?.$money;
  const said = typeof money === 'string' ? money : value === undefined ? '' : JSON.stringify(value);
  return `${field} ${operator} ${said}`.trim();
}
