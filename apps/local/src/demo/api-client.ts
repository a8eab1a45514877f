import type { DemoOrganization } from './account.js';

/** A response of the API: the status and the parsed body. */
export interface ApiResponse<T> {
  readonly status: number;
  readonly body: T;
}

interface ErrorBody {
  readonly error?: string | { readonly code?: string; readonly message?: string };
  readonly code?: string;
}

/** Client for one organization, using the public HTTP API. */
export class ApiClient {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly url: string,
    organization: DemoOrganization,
  ) {
    this.headers = { authorization: `Bearer ${organization.key}`, 'x-organization-id': organization.organizationId };
  }

  async request<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<ApiResponse<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: body === undefined ? this.headers : { ...this.headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** Like `call`, for calls that must succeed or fail with one of the codes in `accept`. */
  async requestOk<T>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    accept: readonly string[] = [],
  ): Promise<T> {
    const answer = await this.request<T & ErrorBody>(method, path, body);
    if (answer.status < 400 || accept.includes(errorCode(answer.body))) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

export const errorCode = (body: ErrorBody): string =>
  body.code ?? (typeof body.error === 'object' ? body.error.code : undefined) ?? '';
