import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

import { limits } from '../limits.js';

interface KeptAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  readonly untilMs: number;
}

const { idleMs, mostIdle, longestMs } = limits.egressKeptConnections;

const agents = new WeakMap<LookupFunction, KeptAgents>();

/**
 * What keeps connections that were opened by one way to look up names, which decides what they may reach. It is replaced after a while,
 * so that a host which moves to another address is found there; the connections of the old one end when nobody uses them.
 */
export function keptAgents(lookup: LookupFunction): KeptAgents {
  const known = agents.get(lookup);
  if (known && performance.now() < known.untilMs) return known;
  const options = { keepAlive: true, timeout: idleMs, maxFreeSockets: mostIdle, scheduling: 'lifo' } as const;
  const made = {
    http: new http.Agent(options),
    https: new https.Agent(options),
    untilMs: performance.now() + longestMs,
  };
  agents.set(lookup, made);
  return made;
}
