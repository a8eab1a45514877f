import type { Outcome } from '@tamis/lang';
import { typeMismatch } from './failures.js';

export interface EmailParts {
  readonly local: string;
  readonly domain: string;
}

/**
 * Letters, digits and signs separated by dots (RFC 5321), including other scripts (RFC 6531). Quoted local parts are not used in practice.
 */
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

/** Returns the two sides of an e-mail address; `null` if it is malformed. Surrounding white space is ignored. */
export function emailParts(text: string): EmailParts | null {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  return at > 0 && local.length <= maxLocal && localForm.test(local) && isDomain(domain) ? { local, domain } : null;
}

/** Reads a value from an address; returns unknown (`type`) if it is malformed. */
export function ofEmail(text: string, read: (parts: EmailParts) => Outcome): Outcome {
  const parts = emailParts(text);
  return parts ? read(parts) : typeMismatch('an email address');
}
