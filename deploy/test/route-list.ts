export const host = 'waggle.example';
const form = '/api/forms/0198a1b2-0000-7000-8000-000000000000';

/** Method, path, and who answers: nobody is a 404 of the proxy itself. */
export const routes: readonly [method: string, path: string, role: 'api' | 'edge' | 'nobody'][] = [
  ['GET', '/', 'api'],
  ['GET', '/theme.js', 'api'],
  ['GET', '/terms', 'api'],
  ['GET', '/favicon.svg', 'api'],
  ['GET', '/dashboard/forms/abc', 'api'],
  ['GET', '/qr', 'api'],
  ['GET', '/qr/abc', 'edge'],
  ['GET', '/f/abc', 'edge'],
  ['POST', '/t/u/abc', 'edge'],
  ['POST', '/events/ses/abc', 'edge'],
  ['POST', '/orders/abc', 'edge'],
  ['GET', '/forms/abc?embed=1', 'edge'],
  ['GET', form, 'edge'],
  ['OPTIONS', form, 'edge'],
  ['PUT', form, 'api'],
  ['DELETE', form, 'api'],
  ['GET', '/api/forms', 'api'],
  ['GET', '/api/forms?search=a%20b', 'api'],
  ['POST', `${form}/submit`, 'edge'],
  ['GET', `${form}/challenge`, 'edge'],
  ['PUT', `${form}/draft`, 'api'],
  ['GET', '/api/auth/me', 'api'],
  ['GET', `/internal/tls/ask?domain=${host}`, 'nobody'],
];
