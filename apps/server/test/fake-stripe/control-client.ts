import type { Control } from './control.ts';

/** The control of a fake that runs as a process of its own. */
export function fakeStripeControl(url: string): Control {
  const call = async (name: string, args: unknown[]): Promise<unknown> => {
    const response = await fetch(`${url}/_control/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`The fake Stripe refused ${name}: ${body}`);
    return body === '' ? undefined : JSON.parse(body);
  };
  return new Proxy({} as Control, {
    // A promise that resolves to it would ask for `then`.
    get: (_target, name) => (name === 'then' ? undefined : (...args: unknown[]) => call(String(name), args)),
  });
}
