import type { StripeConstructor } from '@stripe/stripe-js';

let loading: Promise<StripeConstructor> | undefined;

/** Adds Stripe's script once; what failed is tried again by the next call. The policy of the document names its origin. */
export function loadCardScript(url: string): Promise<StripeConstructor> {
  loading ??= addScript(url).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addScript(url: string): Promise<StripeConstructor> {
  const { promise, resolve, reject } = Promise.withResolvers<StripeConstructor>();
  const script = document.createElement('script');
  const fail = () => {
    script.remove();
    reject(new Error("The script of the card form didn't load"));
  };
  script.addEventListener('load', () => (window.Stripe ? resolve(window.Stripe) : fail()));
  script.addEventListener('error', fail);
  script.async = true;
  script.src = url;
  document.head.append(script);
  return promise;
}
