// Stands for the script of https://js.stripe.com: the part of it that takes a card for one payment intent.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const intentOf = (secret) => secret.split('_secret_')[0];

  function createPaymentElement(publishableKey, options) {
    const listeners = {};
    let frame = null;
    let sequence = 0;
    const waiting = new Map();
    const state = { empty: true, complete: false };

    function receive({ source, origin: from, data }) {
      if (!frame || source !== frame.contentWindow || from !== origin) return;
      if (data.type === 'height') frame.style.height = `${data.height}px`;
      if (data.type === 'change') Object.assign(state, { empty: data.empty, complete: data.complete });
      if (data.type === 'answer') waiting.get(data.id)?.(data.answer);
      const value = { type: 'card' };
      for (const listener of listeners[data.type] ?? []) listener({ elementType: 'payment', ...state, value });
    }

    const element = {
      mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target;
        frame = document.createElement('iframe');
        frame.src = `${origin}/card-frame?locale=${encodeURIComponent(options.locale ?? 'en')}`;
        frame.title = 'Secure payment input frame';
        frame.style.cssText = 'border:0;width:100%;height:14rem;display:block';
        window.addEventListener('message', receive);
        parent.replaceChildren(frame);
      },
      on(name, listener) {
        (listeners[name] ??= []).push(listener);
        return element;
      },
      off(name, listener) {
        listeners[name] = (listeners[name] ?? []).filter((each) => each !== listener);
        return element;
      },
      unmount() {
        window.removeEventListener('message', receive);
        frame?.remove();
        frame = null;
      },
      destroy: () => element.unmount(),
      update() {},
      focus: () => frame?.focus(),
      blur: () => frame?.blur(),
      /** The card number never leaves the frame: it pays, and tells what came of it. */
      isComplete: () => state.complete,
      confirm: (clientSecret) =>
        new Promise((resolve) => {
          sequence += 1;
          waiting.set(sequence, resolve);
          const message = { type: 'confirm', id: sequence, clientSecret, publishableKey };
          frame.contentWindow.postMessage(message, origin);
        }),
    };
    return element;
  }

  function createElements(publishableKey, { clientSecret, ...options }) {
    let payment = null;
    const elements = {
      create(type, given = {}) {
        if (type !== 'payment') throw new Error(`The fake has no ${type} element.`);
        payment = createPaymentElement(publishableKey, { ...options, ...given });
        return payment;
      },
      getElement: (type) => (type === 'payment' ? payment : null),
      /** Before a payment that is made later, as Stripe demands it. */
      async submit() {
        elements.isSubmitted = payment?.isComplete() ?? false;
        const message = 'Your card number is incomplete.';
        return elements.isSubmitted
          ? { selectedPaymentMethod: 'card' }
          : { error: { type: 'validation_error', message } };
      },
      update() {},
      clientSecret,
      isSubmitted: false,
    };
    return elements;
  }

  async function retrieve(publishableKey, clientSecret) {
    const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret });
    const response = await fetch(`${origin}/v1/payment_intents/${intentOf(clientSecret)}?${query}`);
    const body = await response.json();
    return response.ok ? { paymentIntent: body } : { error: body.error };
  }

  window.Stripe = (publishableKey) => ({
    elements: (options) => createElements(publishableKey, options),
    retrievePaymentIntent: (clientSecret) => retrieve(publishableKey, clientSecret),
    async confirmPayment({ elements, clientSecret: made, confirmParams, redirect = 'always' }) {
      if (made && !elements.isSubmitted) throw new Error('elements.submit() must be called before confirmPayment().');
      const clientSecret = made ?? elements.clientSecret;
      const { error } = await elements.getElement('payment').confirm(clientSecret);
      if (error) return { error };
      // From the page and not from the frame, so that its policy has to let it connect.
      const { paymentIntent } = await retrieve(publishableKey, clientSecret);
      if (redirect === 'if_required') return { paymentIntent };
      const back = new URL(confirmParams.return_url);
      back.searchParams.set('payment_intent', paymentIntent.id);
      back.searchParams.set('payment_intent_client_secret', clientSecret);
      back.searchParams.set('redirect_status', paymentIntent.status);
      location.assign(back);
      return new Promise(() => {});
    },
  });
  window.Stripe.version = 'endive';
})();
