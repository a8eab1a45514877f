import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const nonceBytes = 16;

/** Placeholder in the built page for the nonce of each response. */
const nonceMark = 'NONCE_OF_THIS_ANSWER';

/** Everything the pages load comes from this server. The nonce is for libraries that write `<style>`. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface RenderedPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Template {
  readonly text: string;
  readonly modifiedMs: number;
}

function readTemplate(path: string): Template | null {
  try {
    return { modifiedMs: statSync(path).mtimeMs, text: readFileSync(path, 'utf8') };
  } catch {
    return null;
  }
}

/** The single page of the console, with a new nonce in each response. A new build is served without a restart. */
export class ConsolePage {
  private constructor(
    private readonly path: string,
    private template: Template,
  ) {}

  /** Returns `null` if the console is not built. */
  static read(folder: string): ConsolePage | null {
    const path = join(folder, 'index.html');
    const template = readTemplate(path);
    return template && new ConsolePage(path, template);
  }

  render(): RenderedPage {
    const nonce = randomBytes(nonceBytes).toString('base64url');
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=()',
    };
    return { headers, body: this.currentText().replaceAll(nonceMark, nonce) };
  }

  /** While a build is writing it, the previous version is served. */
  private currentText(): string {
    const modifiedMs = statSync(this.path, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedMs !== undefined && modifiedMs !== this.template.modifiedMs)
      this.template = readTemplate(this.path) ?? this.template;
    return this.template.text;
  }
}
