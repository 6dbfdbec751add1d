/**
 * What the dev server passes on to Waggle: calls, QR codes, uploaded files, public forms, links of emails and reports of providers. Vite compares the
 * beginning of the path, so each ends with a slash: `/t` alone would take `/terms` and `/team` away from the app.
 */
const servedByWaggle = ['/api/', '/qr/', '/f/', '/forms/', '/t/', '/events/'];

export const devProxy = (origin: string): Record<string, { target: string; changeOrigin: boolean }> =>
  Object.fromEntries(servedByWaggle.map((path) => [path, { target: origin, changeOrigin: false }]));
