import { checkAnswers } from '@waggle/forms/check-answers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicRoute } from '../hosts/rules.ts';
import { refuseMethod } from '../refuse-method.ts';
import type { Guard } from './guard/guard.ts';
import { createFormPages, type FormPageParts } from './pages.ts';
import type { PublishedForm } from './published-forms.ts';
import { createReplies } from './replies.ts';
import { createBrowserScript } from './share/browser-script.ts';
import { createQrPicture, type QrPictureParts } from './share/qr-picture.ts';
import { createPageCalls } from './page-calls.ts';
import { createSubmit, type SubmitParts, versionAsked } from './submit.ts';
import { typedIn } from './typed-in.ts';
import { createVisits } from './visits.ts';

export type FormParts = SubmitParts & Omit<FormPageParts, 'reach'> & QrPictureParts & { guard: Guard };

/** Bytes of the answers to one form. */
const bodyLimit = 262_144;
const config = publicRoute('owner');
/** The same for every form. */
const shared = publicRoute('everybody');

/** Public forms: their calls and their pages. Nobody is signed in here, and no cookie is read or set. */
export function serveForms(app: FastifyInstance, parts: FormParts): void {
  const { guard } = parts;
  const { formOf, record } = createSubmit(parts);
  const { answer, refuse, refuseAnswers } = createReplies(parts.headers);
  const reach = createVisits(parts.progress);
  const { challenge, tell } = createPageCalls({ ...parts, reach });
  const pages = createFormPages({ ...parts, reach });

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const form = await formOf(request);
    return typeof form === 'string' ? refuse(request, reply, form) : answer(reply, 200, publicForm(form));
  }

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const form = await formOf(request);
    if (typeof form === 'string') return refuse(request, reply, form);
    const asked = versionAsked(form, (request.query as { version?: unknown }).version);
    if (!asked) return refuse(request, reply, 'changed');
    const typed = typedIn(request.body);
    if (!typed) return refuse(request, reply, 'unreadable');

    const { answers, errors, unknown } = checkAnswers(asked.definition, typed);
    if (unknown.length > 0) return refuse(request, reply, 'unknownField');
    if (errors.size > 0) return refuseAnswers(request, reply, asked.definition, errors);
    const guarded = guard.judgeCall(request, { asked, answers });
    if (typeof guarded === 'string') return refuse(request, reply, guarded);
    if (!guard.isSpent(guarded.id)) {
      await record(request, form, { version: asked.version, answers, guarded });
      guard.spend(guarded.id);
    }
    const { thankYouMessage, redirectUrl } = form.definition.settings;
    return answer(reply, 200, { thankYouMessage, redirectUrl });
  }

  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    for (const type of ['application/json', 'application/x-www-form-urlencoded'])
      routes.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    routes.route({ method: ['GET', 'HEAD'], url: '/api/forms/:formId', config, handler: read });
    routes.route({ method: 'POST', url: '/api/forms/:formId/submit', config, bodyLimit, handler: submit });
    refuseMethod(routes, ['/api/forms/:formId/submit'], ['POST']);
    routes.route({ method: ['GET', 'HEAD'], url: '/api/forms/:formId/challenge', config, handler: challenge });
    refuseMethod(routes, ['/api/forms/:formId/challenge'], ['GET', 'HEAD']);
    routes.route({ method: ['GET', 'HEAD'], url: '/forms/', config: shared, handler: pages.withoutId });
    routes.route({ method: ['GET', 'HEAD'], url: '/forms/:formId', config, handler: pages.show });
    routes.route({ method: 'POST', url: '/forms/:formId', config, bodyLimit, handler: pages.act });
    refuseMethod(routes, ['/forms/:formId'], ['GET', 'HEAD', 'POST']);
    routes.route({ method: 'POST', url: '/forms/:formId/progress', config, bodyLimit: 16_384, handler: tell });
    refuseMethod(routes, ['/forms/:formId/progress'], ['POST']);
    for (const name of ['embed', 'page'] as const) {
      const url = `/forms/${name}.js`;
      routes.route({ method: ['GET', 'HEAD'], url, config: shared, handler: createBrowserScript(parts, name) });
      refuseMethod(routes, [url], ['GET', 'HEAD']);
    }
    routes.route({ method: ['GET', 'HEAD'], url: '/forms/:formId/qr.png', config, handler: createQrPicture(parts) });
    refuseMethod(routes, ['/forms/:formId/qr.png'], ['GET', 'HEAD']);
  });
}

/** What strangers may know: what is asked and said, and nothing of what becomes of it. */
/** Named one by one: who is told of a submission, and what it is answered with, is nobody else's business. */
const publicForm = ({ id, version, definition: { fields, pages, settings } }: PublishedForm) => {
  const { title, description, submitText, thankYouMessage, redirectUrl } = settings;
  return {
    id,
    version,
    isActive: true,
    fields: fields.map(({ tagIds: _tags, fills: _fills, ...field }) => field),
    pages,
    settings: { title, description, submitText, thankYouMessage, redirectUrl },
  };
};
