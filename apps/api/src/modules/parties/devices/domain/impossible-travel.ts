import { signalThresholds } from './risk-signals.js';

/** The location of an entity with a device. */
export interface LocatedSighting {
  readonly deviceId: string | null;
  readonly at: Date;
  readonly countryCode: string | null;
  /** Coordinates in degrees; `null` if only the country, or nothing, is known. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}

/** Returns the ids of the devices at both ends of each impossible journey. `events` must be in chronological order. */
export function findImpossibleTravel(events: readonly LocatedSighting[]): ReadonlySet<string> {
  const known = events.filter(({ place, countryCode }) => place !== null || countryCode !== null);
  const found = new Set<string>();
  known.slice(1).forEach((to, index) => {
    const from = known[index]!;
    if (!isImpossible(from, to)) return;
    for (const { deviceId } of [from, to]) if (deviceId !== null) found.add(deviceId);
  });
  return found;
}

function isImpossible(from: LocatedSighting, to: LocatedSighting): boolean {
  const tookMs = to.at.getTime() - from.at.getTime();
  if (from.place && to.place) {
    const km = distanceKm(from.place, to.place);
    const hours = tookMs / 3_600_000;
    return km >= signalThresholds.travelKm && km >= signalThresholds.travelKmPerHour * hours;
  }
  const isElsewhere = from.countryCode !== null && to.countryCode !== null && from.countryCode !== to.countryCode;
  return isElsewhere && tookMs < signalThresholds.countryTravelMs;
}

const earthRadiusKm = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the distance along the surface, by the haversine formula. */
function distanceKm(a: NonNullable<LocatedSighting['place']>, b: NonNullable<LocatedSighting['place']>): number {
  const across = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const along = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const h = across + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * along;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}
