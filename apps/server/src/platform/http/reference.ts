import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@waggle/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** The API reference for people, at /api/reference, and for programs, at /api/openapi.json. */
export async function serveReference(
  app: FastifyInstance,
  publicUrl: string,
  endpoints: readonly Endpoint[],
): Promise<void> {
  // Filled when somebody asks: most processes end before anyone does.
  const document: Record<string, unknown> = {};
  const fill = async () => Object.assign(document, await openApiDocument(publicUrl, endpoints));
  const preHandler = (_request: unknown, _reply: unknown, done: (error?: Error) => void): void =>
    void fill().then(() => done(), done);
  app.get('/api/openapi.json', { preHandler }, async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/reference',
    uiHooks: { preHandler },
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: false },
    logo: { type: 'image/svg+xml', content: Buffer.from(mark) },
    theme: { title: 'Waggle API', css: [{ filename: 'waggle.css', content: stylesheet }] },
  });
}

/** Waggle's mark; the page is served by the API, which knows nothing of the browser app's files. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" viewBox="0 0 32 32"><path fill="#f9ad1b" d="M11.67 2.9Q16 0.4 20.33 2.9L25.18 5.7Q29.51 8.2 29.51 13.2L29.51 18.8Q29.51 23.8 25.18 26.3L20.33 29.1Q16 31.6 11.67 29.1L6.82 26.3Q2.49 23.8 2.49 18.8L2.49 13.2Q2.49 8.2 6.82 5.7Z"/><path fill="none" stroke="#191714" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="M7.3 10.9C6.7 17.3 8 22.1 11 22.1c3.8 0 7.7-5.3 7.7-9.5C18.7 10.5 17.5 9.3 16 9.3s-2.7 1.2-2.7 3.3c0 4.2 3.9 9.5 7.7 9.5 3 0 4.3-4.8 3.7-11.2"/></svg>`;

/** There is one document, so the box that asks for another goes. */
const stylesheet = `
.swagger-ui .topbar { background: #191714; padding: 8px 0; }
.swagger-ui .topbar .download-url-wrapper { display: none; }
.swagger-ui .info { margin: 28px 0; }
`;
