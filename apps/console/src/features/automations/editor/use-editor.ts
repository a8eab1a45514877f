import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answerOf, clientOf } from '../../../data/client.js';
import { failureOf, hasStatus } from '../../../data/errors.js';
import { usePlace } from '../../../shell/place.js';
import { usePaused } from '../../../shell/use-paused.js';
import { definitionText, readObject, sentDefinition } from '../model/definition.js';
import { type Findings, findingsOf, noFindings } from '../model/findings.js';
import { type Block, type Flow, flowOf, keysOf, withKeys, writeFlow } from '../model/flow.js';
import { beginHistory, pushState, redoState, undoState } from '../model/history.js';
import { isShowable, type WrittenDefinition } from '../model/written.js';
import type { Automation } from '../queries.js';

/** Edited state of a version of an automation. */
interface State {
  readonly name: string;
  readonly description: string;
  readonly written: WrittenDefinition;
  /** `null` if the forms cannot display it. */
  readonly flow: Flow | null;
  /** JSON text as typed, or `null` if it corresponds to the definition. */
  readonly typed: string | null;
}

export type TypedRead = ReturnType<typeof readObject>;

const readDefinition = (text: string): WrittenDefinition => {
  const read = readObject(text);
  return read.ok ? (read.value as WrittenDefinition) : {};
};

function stateOf(automation: Automation, keys: readonly string[] = []): State {
  const written = readDefinition(definitionText(automation));
  const flow = isShowable(written) ? flowOf(written) : null;
  const { name, description } = automation;
  return { name, description: description ?? '', written, flow: flow && withKeys(flow, keys), typed: null };
}

const textOf = (written: WrittenDefinition): string => JSON.stringify(written, null, 2);

/** State of the editor with its history. A version saved by someone else does not replace it until the user agrees. */
export function useEditor(automation: Automation) {
  const [base, setBase] = useState(automation);
  const [history, setHistory] = useState(() => beginHistory(stateOf(automation)));
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const state = history.present;
  const push = (tag: string | null, change: (before: State) => Partial<State>): void =>
    setHistory((now) => pushState(now, { ...now.present, ...change(now.present) }, tag, Date.now()));
  const show = (shown: Automation, keeps = false): void => {
    setBase(shown);
    setUnread(new Set());
    setHistory((now) => {
      const next = stateOf(shown, keeps && now.present.flow ? keysOf(now.present.flow.blocks) : []);
      return keeps ? pushState(now, next, null, Date.now()) : beginHistory(next);
    });
  };
  const sent = {
    ...(state.name !== base.name && { name: state.name.trim() }),
    ...(state.description !== (base.description ?? '') && { description: state.description.trim() || null }),
    ...(textOf(state.written) !== textOf(readDefinition(definitionText(base))) &&
      sentDefinition(state.written as never)),
  };
  const isChanged = Object.keys(sent).length > 0 || state.typed !== null;
  if (!isChanged && automation.version > base.version) show(automation);
  return {
    ...{ base, state, sent, isChanged, show, unread },
    typedRead: state.typed === null ? null : readObject(state.typed),
    text: state.typed ?? textOf(state.written),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undoState),
    redo: () => setHistory(redoState),
    setName: (name: string) => push('name', () => ({ name })),
    setDescription: (description: string) => push('description', () => ({ description })),
    setText: (typed: string) =>
      push('text', (before) => {
        const read = readObject(typed);
        if (!read.ok) return { typed };
        const written = read.value as WrittenDefinition;
        // The typed layout is kept as long as it corresponds to the definition.
        const keeps = typed === textOf(written) ? null : typed;
        return {
          typed: keeps && before.typed === keeps ? before.typed : keeps,
          written,
          flow: isShowable(written) ? flowOf(written) : null,
        };
      }),
    /** Leaves the text view. The text is applied if it can be parsed. */
    endText: () => {
      if (state.typed !== null && readObject(state.typed).ok) push('text', () => ({ typed: null }));
    },
    setWritten: (tag: string, change: (before: WrittenDefinition) => WrittenDefinition) =>
      push(tag, ({ written }) => ({ written: change(written), typed: null })),
    setBlocks: (tag: string | null, change: (before: readonly Block[]) => readonly Block[]) =>
      push(tag, ({ written, flow }) => {
        if (!flow) return {};
        const next = { ...flow, blocks: change(flow.blocks) };
        return { flow: next, written: writeFlow(written, next).definition, typed: null };
      }),
    setUnreadAt: (at: string, isUnread: boolean) =>
      setUnread((before) => {
        if (before.has(at) === isUnread) return before;
        const after = new Set(before);
        if (isUnread) after.add(at);
        else after.delete(at);
        return after;
      }),
  };
}

export type Editor = ReturnType<typeof useEditor>;

const pauseMs = 500;

export interface Checked {
  readonly findings: Findings;
  readonly nextTimes: readonly string[];
  readonly isChecking: boolean;
}

/** Findings of the server about a definition while it is edited. */
export function useFindings({ state: { written, flow } }: Editor): Checked {
  const { organizationId } = usePlace();
  const key = JSON.stringify(written);
  const now = useMemo(() => ({ key, written, flow }), [key, flow]);
  const settled = usePaused(now, pauseMs);
  const { data, isFetching } = useQuery({
    // Findings refer to blocks by key, and parsing the same text again creates different keys.
    queryKey: [organizationId, 'automations', 'check', settled.key, keysOf(settled.flow?.blocks ?? [])],
    queryFn: async () => {
      const paths = settled.flow ? writeFlow(settled.written, settled.flow).paths : new Map<string, string>();
      const body = { ...sentDefinition(settled.written as never), triggerType: settled.written.triggerType! };
      try {
        const { problems, nextTimes } = await answerOf(
          clientOf(organizationId).POST('/automations/check', { body: body as never }),
        );
        return { findings: findingsOf(problems, paths), nextTimes };
      } catch (error) {
        // An input that is not a definition at all is rejected, with the same paths.
        if (!hasStatus(error, 400)) throw error;
        return { findings: findingsOf(failureOf(error).fields, paths), nextTimes: [] };
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const isChecking = isFetching || settled.key !== key;
  return { findings: data?.findings ?? noFindings, nextTimes: data?.nextTimes ?? [], isChecking };
}
