import type { Outcome } from '@tamis/lang';
import { typeMismatch } from './failures.js';

export interface EmailParts {
  readonly local: string;
  readonly domain: string;
}

/** Dot-separated letters, digits and signs (RFC 5321), other scripts included (RFC 6531). Quoted local parts are not mail anyone gets. */
const localForm = /^[^\s\p{C}"(),:;<>@[\\\].]+(\.[^\s\p{C}"(),:;<>@[\\\].]+)*$/u;
const labelForm = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const maxLocal = 64;
const maxDomain = 253;
const maxLabel = 63;

const isDomain = (domain: string): boolean => {
  const labels = domain.split('.');
  return (
    domain.length <= maxDomain &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= maxLabel && labelForm.test(label))
  );
};

/** The two sides of an e-mail address; null when it is malformed. White space around it does not matter. */
export function emailParts(text: string): EmailParts | null {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  return at > 0 && local.length <= maxLocal && localForm.test(local) && isDomain(domain) ? { local, domain } : null;
}

/** What an address yields, unknown (`type`) when it is malformed. */
export function ofEmail(text: string, read: (parts: EmailParts) => Outcome): Outcome {
  const parts = emailParts(text);
  return parts ? read(parts) : typeMismatch('an e-mail address');
}
