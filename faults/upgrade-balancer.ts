// A balancer as people run them: it asks /readyz, keeps its connections, and never tries a request twice.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Backend = {
  port: number;
  isReady: boolean;
  wasReady: boolean;
  /** It takes no connection any more, which is not a no that may pass. */
  isGone: boolean;
  /** Taken out by hand, as one does with a process that does not say when it leaves. */
  isOut: boolean;
};
export type Answer = { status: number; body: string; cookies: string[] };
type Question = { method?: string; path: string; cookie?: string; json?: unknown; form?: string };

const probeEveryMs = 200;

export class Balancer {
  /** What failed, and in which seconds of the run. */
  readonly failures = new Map<string, number[]>();
  readonly #started = performance.now();
  readonly #backends: Backend[] = [];
  readonly #agents = new Map<Backend, Agent>();
  readonly #under = new Map<Backend, number>();
  #turn = 0;
  #closed = false;
  answered = 0;

  add(backend: Backend): void {
    this.#backends.push(backend);
    this.#agents.set(backend, new Agent({ keepAlive: true, maxSockets: 50 }));
    void this.#probe(backend);
  }

  async ready(backend: Backend): Promise<void> {
    for (const deadline = Date.now() + 300_000; !backend.isReady; await pause(50))
      if (Date.now() > deadline) throw new Error(`The process on port ${backend.port} did not become ready.`);
  }

  /** New requests go elsewhere, and those under way end. */
  async takeOut(backend: Backend): Promise<void> {
    backend.isOut = true;
    while ((this.#under.get(backend) ?? 0) > 0) await pause(20);
  }

  /** Counts as failed whatever is not answered with one of these states. */
  async ask(question: Question, ...expected: number[]): Promise<Answer | null> {
    const kind = `${question.method ?? 'GET'} ${question.path.replace(/[?].*|(?<=^\/(qr|t)\/).*/, '…')}`;
    try {
      const answer = await this.#send(this.#choose(), question);
      this.answered += 1;
      if (expected.includes(answer.status)) return answer;
      this.#fail(`${kind} was answered ${answer.status}: ${answer.body.slice(0, 200)}`);
    } catch (error) {
      this.#fail(`${kind}: ${(error as Error).message}`);
    }
    return null;
  }

  close(): void {
    this.#closed = true;
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #fail(sentence: string): void {
    const second = Math.round((performance.now() - this.#started) / 1_000);
    this.failures.set(sentence, [...(this.failures.get(sentence) ?? []), second]);
  }

  #choose(): Backend {
    const inUse = this.#backends.filter(({ isOut }) => !isOut);
    const ready = inUse.filter(({ isReady }) => isReady);
    // As balancers do: rather one that says no for a moment than nobody.
    const able = ready.length > 0 ? ready : inUse.filter(({ wasReady, isGone }) => wasReady && !isGone);
    const chosen = able[(this.#turn += 1) % Math.max(able.length, 1)];
    if (!chosen) throw new Error('there is no process');
    return chosen;
  }

  async #send(backend: Backend, question: Question): Promise<Answer> {
    this.#under.set(backend, (this.#under.get(backend) ?? 0) + 1);
    try {
      return await exchange(backend.port, question, this.#agents.get(backend));
    } finally {
      this.#under.set(backend, (this.#under.get(backend) ?? 1) - 1);
    }
  }

  async #probe(backend: Backend): Promise<void> {
    for (; !this.#closed && !backend.isOut; await pause(probeEveryMs)) {
      const status = await exchange(backend.port, { path: '/readyz' }).then(
        (answer) => answer.status,
        () => null,
      );
      backend.isReady = status === 200;
      backend.isGone = status === null;
      backend.wasReady ||= backend.isReady;
    }
  }
}

function exchange(port: number, { method = 'GET', path, cookie, json, form }: Question, agent?: Agent) {
  const body = json === undefined ? form : JSON.stringify(json);
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const headers = {
    host: 'waggle.test',
    ...(cookie && { cookie }),
    ...(body !== undefined && { 'content-type': type }),
  };
  return new Promise<Answer>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent, timeout: 30_000 }, (reply) => {
      let text = '';
      reply.on('data', (chunk) => (text += String(chunk)));
      reply.once('error', reject);
      reply.once('end', () =>
        resolve({ status: reply.statusCode ?? 0, body: text, cookies: reply.headers['set-cookie'] ?? [] }),
      );
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer within 30 s')));
    asked.once('error', reject);
    asked.end(body);
  });
}
