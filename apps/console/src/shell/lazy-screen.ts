import { lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from '../data/load-code.js';

/** A screen that is loaded when it is opened. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadCode(load), name);
