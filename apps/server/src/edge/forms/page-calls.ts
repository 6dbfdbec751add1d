import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormPageParts } from './pages.ts';
import { createReplies } from './replies.ts';
import { createSubmit, versionAsked } from './submit.ts';
import { typedIn } from './typed-in.ts';

/** What the script of a page asks beside sending. */
export function createPageCalls(parts: FormPageParts) {
  const { guard, reach } = parts;
  const { formOf } = createSubmit(parts);
  const { answer, refuse } = createReplies(parts.headers);

  async function challenge(request: FastifyRequest, reply: FastifyReply) {
    const form = await formOf(request);
    if (typeof form === 'string') return refuse(request, reply, form);
    const { text, salt, target, most, expiresAt } = guard.challenge(form.id);
    const until = new Date(expiresAt).toISOString();
    return answer(reply, 200, { challenge: text, algorithm: 'SHA-256', salt, target, most, expiresAt: until });
  }

  /** How far somebody came: told once when they begin, and when they leave. */
  async function tell(request: FastifyRequest, reply: FastifyReply) {
    const form = await formOf(request);
    if (typeof form === 'string') return refuse(request, reply, form);
    const said = typedIn(request.body);
    const asked = versionAsked(form, String(said?.get('version')));
    const page = guard.pageOf(form.id, String(said?.get('token')));
    const reached = said?.get('reached');
    if (!asked || !page || !Array.isArray(reached)) return refuse(request, reply, 'unreadable');
    reach(form, asked, { pageId: page.id, fieldIds: reached.slice(0, 100) as string[] });
    return reply.code(204).headers(parts.headers).send();
  }

  return { challenge, tell };
}
