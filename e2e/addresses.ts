/** The first of eight ports; another one where two people run the journeys on one machine. */
const first = Number(process.env['E2E_PORT'] ?? 4173);
const at = (port: number) => `http://127.0.0.1:${port}`;

/** The address of the production build under test; e2e/serve.ts starts it with its own PostgreSQL and mail catcher. */
export const origin = at(first);
export const mailPort = first + 1;
/** Short links are answered by the edge, which listens beside the app. */
export const linkOrigin = at(first + 2);
export const workerPort = first + 3;
export const metricsPort = first + 4;
/** The same installation as an operator has closed it: nobody can register. Under a name, since browsers make passkeys for no IP address. */
export const closedOrigin = `http://localhost:${first + 5}`;
export const closedMetricsPort = first + 6;
/** Where host names of organizations lead. */
export const hostsTarget = 'edge.waggle.example';
/** The fake Stripe. */
export const stripePort = first + 7;
