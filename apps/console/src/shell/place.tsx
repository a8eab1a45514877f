import { createContext, useContext } from 'react';
import { clientOf, type TamisClient } from '../data/client.js';
import type { Place } from '../data/session.js';

const PlaceContext = createContext<Place | null>(null);

export const PlaceProvider = PlaceContext;

/** Returns the organization of the address, and the person's permissions there. */
export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('the organization is taken from the address of the page');
  return place;
}

export function useApi(): { readonly organizationId: string; readonly api: TamisClient } {
  const { organizationId } = usePlace();
  return { organizationId, api: clientOf(organizationId) };
}

/** Whether the person has a permission. */
export const useMay = (permission: string): boolean => usePlace().permissions.includes(permission);

/** Returns `null` if the person has the permission; otherwise the text that a button shows instead of acting. */
export function useRefusal(): (permission: string) => string | null {
  const { permissions } = usePlace();
  return (permission) => (permissions.includes(permission) ? null : permission);
}
