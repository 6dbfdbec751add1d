import type { FastifyInstance, HTTPMethods } from 'fastify';
import { publicRoute } from '../hosts/rules.ts';
import { refuseMethod } from '../refuse-method.ts';
import { createHits } from './hits.ts';
import { createOptOut, type OptOutParts } from './opt-out.ts';

/** Bytes of a form: every topic of a page is named twice. */
const bodyLimit = 4_096;
const config = publicRoute('owner');
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** What stands in mails. Forms are read on these routes and nowhere else. */
export function serveMail(app: FastifyInstance, parts: OptOutParts): void {
  const { open, click } = createHits(parts);
  const optOut = createOptOut(parts);
  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    for (const type of formTypes)
      routes.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));

    const route = (method: HTTPMethods[], url: string, handler: Parameters<typeof routes.route>[0]['handler']) =>
      routes.route({ method, url, config, bodyLimit, handler });
    route(['GET', 'HEAD'], '/t/o/*', open);
    route(['GET', 'HEAD'], '/t/c/*', click);
    refuseMethod(routes, ['/t/o/*', '/t/c/*'], ['GET', 'HEAD']);
    for (const [url, place] of [
      ['/t/u/*', 'unsubscribe'],
      ['/t/p/*', 'preferences'],
    ] as const) {
      route(['GET', 'HEAD'], url, optOut.show(place));
      route(['POST'], url, optOut.act(place));
      refuseMethod(routes, [url], ['GET', 'HEAD', 'POST']);
    }
  });
}
