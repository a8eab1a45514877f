import type { OpenAPIObject } from '@nestjs/swagger';

import { errorRecords } from './error-catalogue.js';

/** The catalogue as a page of Markdown: the text of `ERRORS.md`. Every code has its own heading, so that it can be linked to. */
export function errorsPage(document: OpenAPIObject): string {
  const sections = [...errorRecords(document).values()].map(({ code, http, title, description, routes }) => {
    const everywhere =
      routes.length > 25
        ? `Routes: ${routes.length} of them.`
        : `Routes: ${routes.map((route) => `\`${route}\``).join(', ')}.`;
    return `## ${code}\n\n${http} · ${title}. ${description}\n\n${routes.length === 0 ? 'No route answers with it yet.' : everywhere}\n`;
  });
  return `${introduction}\n${sections.join('\n')}`;
}

const introduction = `# Errors

Every answer that is an error names its code, a message in English and the \`requestId\` that also stands in the header
\`X-Request-Id\`; \`type\`, \`title\`, \`status\`, \`detail\` and \`instance\` are those of RFC 9457. The code stands in one of three
shapes: \`{success: false, error: {code, message, details?}}\`, on entity routes \`{error: <message>, code, details?}\`, and
\`{error: {code, message}}\` where a key is refused. \`details\` is keyed by the path of the field: \`entityData.person.dateOfBirth\`.
A running server tells the same at \`GET /errors\` and \`GET /errors/<CODE>\`. This page is generated.
`;
