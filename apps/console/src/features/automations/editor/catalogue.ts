import type { components } from '@tamis/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { answerOf, clientOf } from '../../../data/client.js';
import { usePlace } from '../../../shell/place.js';
import type { Editor } from './use-editor.js';
import type { Findings } from '../model/findings.js';

export type Catalogue = components['schemas']['AutomationCatalogueDto'];
export type CatalogueAction = components['schemas']['CatalogueActionDto'];
export type CatalogueTrigger = components['schemas']['CatalogueTriggerDto'];
export type ActionField = components['schemas']['DescribedField'];

const catalogueQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'automations', 'catalogue'],
    queryFn: ({ signal }) => answerOf(clientOf(organizationId).GET('/automations/catalogue', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useCatalogue = (): Catalogue => useSuspenseQuery(catalogueQuery(usePlace().organizationId)).data;

/** What all parts of the editor share. */
export interface EditorParts {
  readonly editor: Editor;
  readonly findings: Findings;
  readonly nextTimes: readonly string[];
  readonly catalogue: Catalogue;
  readonly trigger: CatalogueTrigger | undefined;
  readonly isReadOnly: boolean;
  readonly opened: ReadonlySet<string>;
  readonly setOpened: (key: string, isOpen: boolean) => void;
}

const EditorContext = createContext<EditorParts | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useParts(): EditorParts {
  const parts = useContext(EditorContext);
  if (!parts) throw new Error('a part of the editor is used outside of it');
  return parts;
}
