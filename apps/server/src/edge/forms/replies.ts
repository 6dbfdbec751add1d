import type { checkAnswers } from '@waggle/forms/check-answers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../pages.ts';
import type { PublishedForm } from './published-forms.ts';
import { type FormRefusal, formTexts } from '@waggle/forms/page/texts';

export const statuses: Record<FormRefusal, number> = {
  missing: 404,
  inactive: 410,
  unavailable: 503,
  changed: 409,
  tooMany: 429,
  unreadable: 400,
  unknownField: 400,
  challenge: 403,
};
/** Seconds after which trying again makes sense. */
const retryAfter: Partial<Record<FormRefusal, string>> = { unavailable: '2', tooMany: '2' };
const wordsFor = (request: FastifyRequest) => formTexts[languageOf(request.headers['accept-language'])];

/** In the visitor's language, with a message a page can show as it is. */
export function createReplies(headers: Record<string, string>) {
  const answer = (reply: FastifyReply, status: number, body: object) => reply.code(status).headers(headers).send(body);

  function refuse(request: FastifyRequest, reply: FastifyReply, name: FormRefusal) {
    const later = retryAfter[name];
    if (later !== undefined) void reply.header('retry-after', later);
    return answer(reply, statuses[name], { code: name, message: wordsFor(request).refusals[name] });
  }

  function refuseAnswers(
    request: FastifyRequest,
    reply: FastifyReply,
    { fields: asked }: PublishedForm['definition'],
    errors: ReturnType<typeof checkAnswers>['errors'],
  ) {
    const words = wordsFor(request).errors;
    const labels = new Map(asked.map(({ id, label }) => [id, label]));
    const fields = Object.fromEntries([...errors].map(([id, error]) => [id, words[error](labels.get(id) ?? id)]));
    return answer(reply, 400, { code: 'invalid_input', message: Object.values(fields)[0], fields });
  }

  return { answer, refuse, refuseAnswers };
}
